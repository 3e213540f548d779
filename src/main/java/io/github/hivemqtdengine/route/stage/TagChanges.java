// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.stage;

import io.github.hivemqtdengine.memory.SubtableKey;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Count of a route's rows that change the tags of their subtables. Thread-safe.
 *
 * @param subtable name that a row's subtable has without a hash of the tags
 */
public record TagChanges(RouteMemory memory, Function<Row, String> subtable) {

    /** Remembers the tags of a message's rows, and reports how many rows change those of their subtables. */
    public void count(List<Row> rows, MappingEvents events) {
        int changes = 0;
        Row last = null;
        for (var row : rows) {
            if (!row.shape().tags().isEmpty() && !isLike(row, last)) { // most rows of a message are alike
                changes += replaceTags(row) ? 1 : 0;
            }
            last = row;
        }
        if (changes > 0) {
            events.changeTags(changes);
        }
    }

    private static boolean isLike(Row row, @Nullable Row other) {
        return other != null
                && row.version().isSameTable(other.version())
                && row.subtable().equals(other.subtable())
                && row.hasTagsOf(other);
    }

    /** Remembers the tags of a row's subtable; returns whether they differ from the previous ones. */
    private boolean replaceTags(Row row) {
        var key = new SubtableKey(row.shape().superTable(), subtable.apply(row));
        int hash = row.tagsHash();
        synchronized (memory.tags) {
            var before = memory.tags.put(key, hash);
            return before != null && before != hash;
        }
    }
}
