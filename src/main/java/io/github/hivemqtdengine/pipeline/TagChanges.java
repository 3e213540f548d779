package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.Route;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the rows that bring other tags than the row before them, subtable by subtable. It remembers between one and
 * two times its capacity of subtables, of each only a hash of the tags. Shared by the lanes of a database.
 */
final class TagChanges {

    private static final int REMEMBERED_SUBTABLES = 200_000;

    private final int capacity;
    private Map<Key, Integer> young = new HashMap<>();
    private Map<Key, Integer> old = new HashMap<>();

    private record Key(String superTable, String subtable) {}

    TagChanges() {
        this(REMEMBERED_SUBTABLES);
    }

    TagChanges(int capacity) {
        this.capacity = capacity;
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
        var recent = young.get(key);
        var known = recent != null ? recent : old.get(key);
        if (recent == null || recent != tags) {
            remember(key, tags);
        }
        return known != null && known != tags;
    }

    private void remember(Key key, int tags) {
        if (young.size() >= capacity && !young.containsKey(key)) {
            old = young;
            young = new HashMap<>();
        }
        young.put(key, tags);
    }
}
