// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Columns and tags of a super table as one route writes them. In databases without super tables it is a plain table,
 * whose columns include the tags and the subtable's name.
 *
 * @param superTable name of the super table, unquoted
 * @param timestampColumn name of the first column, the time key
 * @param sequenceColumn name of the second key column (BIGINT), which distinguishes rows of equal time, or {@code null}
 * @param columns columns after the keys, at least one; an evolving table may begin with none
 * @param tags tags, at least one
 * @param followsTags whether the tags of an existing subtable are updated to those of its rows
 */
public record TableShape(
        String superTable,
        String timestampColumn,
        @Nullable String sequenceColumn,
        List<Column> columns,
        List<Column> tags,
        boolean followsTags) {

    public TableShape {
        columns = List.copyOf(columns);
        tags = List.copyOf(tags);
    }

    /** Creates the shape of a table whose subtables keep the tags that they were created with. */
    public TableShape(
            String superTable,
            String timestampColumn,
            @Nullable String sequenceColumn,
            List<Column> columns,
            List<Column> tags) {
        this(superTable, timestampColumn, sequenceColumn, columns, tags, false);
    }

    /** Returns the name of the second key column, if there is one. */
    public Optional<String> sequence() {
        return Optional.ofNullable(sequenceColumn);
    }

    /** Returns the shape with other columns and tags. */
    public TableShape with(List<Column> otherColumns, List<Column> otherTags) {
        return new TableShape(superTable, timestampColumn, sequenceColumn, otherColumns, otherTags, followsTags);
    }
}
