package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.Route;
import java.util.List;

/**
 * Counter of rows whose tags differ from the previous row of their subtable. Remembers one to two times its capacity of
 * subtables, fewer if their names use up its bytes. Keeps only a hash of the tags. Shared by the lanes of a database.
 */
public final class TagChanges {

    private static final int REMEMBERED_SUBTABLES = 200_000;

    /** Heap limit: clients choose the length of names, so the number of subtables alone is no bound. */
    private static final long MOST_BYTES = 16L << 20;

    private final RecentMap<Key, Integer> known;

    private record Key(String superTable, String subtable) {}

    public TagChanges() {
        this(REMEMBERED_SUBTABLES);
    }

    public TagChanges(int capacity) {
        this.known = new RecentMap<>(capacity, MOST_BYTES, (key, tags) -> RecentMap.bytesOf(key.subtable()));
    }

    /** Remembers the tags of the rows; returns how many rows of a message change the tags of their subtables. */
    int count(List<Row> rows, Route route) {
        int changes = 0;
        Row last = null;
        for (var row : rows) {
            if (!row.table().tags().isEmpty()
                    && (last == null || !isLike(row, last))) { // most rows of a message are alike
                var key = new Key(row.table().superTable(), route.subtableWithoutTags(row));
                changes += replaceTags(key, row.tagsHash()) ? 1 : 0;
            }
            last = row;
        }
        return changes;
    }

    private static boolean isLike(Row row, Row other) {
        return row.table().equals(other.table()) && row.subtable().equals(other.subtable()) && row.hasTagsOf(other);
    }

    /** Remembers the tags of a subtable; returns whether they differ from the previous ones. */
    private synchronized boolean replaceTags(Key key, int tags) {
        var before = known.get(key);
        known.put(key, tags);
        return before != null && before != tags;
    }

    /** Returns the approximate heap bytes of the subtables. */
    synchronized long bytes() {
        return known.bytes();
    }
}
