package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.Route;
import java.util.List;

/**
 * Counts the rows that bring other tags than the row before them, subtable by subtable. It remembers between one and
 * two times its capacity of subtables, fewer where their names fill its bytes; of each only a hash of
 * the tags. Shared by the lanes of a database.
 */
final class TagChanges {

    private static final int REMEMBERED_SUBTABLES = 200_000;

    /** Names are as long as clients make them, so their number alone is no bound. */
    private static final long MOST_BYTES = 16L << 20;

    private final RecentMap<Key, Integer> known;

    private record Key(String superTable, String subtable) {}

    TagChanges() {
        this(REMEMBERED_SUBTABLES);
    }

    TagChanges(int capacity) {
        this.known = new RecentMap<>(capacity, MOST_BYTES, (key, tags) -> RecentMap.bytesOf(key.subtable()));
    }

    /** How many rows of a message change the tags of their subtables. */
    int in(List<Row> rows, Route route) {
        int changes = 0;
        Row last = null;
        for (var row : rows) {
            if (!row.table().tags().isEmpty()
                    && (last == null || !isLike(row, last))) { // as the rows of a message nearly always are
                var key = new Key(row.table().superTable(), route.subtableWithoutTags(row));
                changes += isChange(key, row.tagsHash()) ? 1 : 0;
            }
            last = row;
        }
        return changes;
    }

    private static boolean isLike(Row row, Row other) {
        return row.table().equals(other.table()) && row.subtable().equals(other.subtable()) && row.hasTagsOf(other);
    }

    private synchronized boolean isChange(Key key, int tags) {
        var before = known.get(key);
        known.put(key, tags);
        return before != null && before != tags;
    }

    /** About how many bytes of heap the subtables take. */
    synchronized long bytes() {
        return known.bytes();
    }
}
