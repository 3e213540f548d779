package io.github.hivemqtdengine.message;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The shape of a super table as one route writes it. In databases without super tables this is a plain table, tags are
 * columns and the subtable's name is one more column.
 *
 * @param superTable the super table's name, unquoted
 * @param timestampColumn the name of the first column, the time key
 * @param sequenceColumn the name of the second key column (BIGINT) that tells rows of equal time apart, or {@code null}
 * @param columns the columns behind the keys, at least one
 * @param tags the tags, at least one
 * @param followsTags whether the tags of a subtable that is there become those of its rows
 */
public record Table(
        String superTable,
        String timestampColumn,
        @Nullable String sequenceColumn,
        List<Column> columns,
        List<Column> tags,
        boolean followsTags) {

    public Table {
        columns = List.copyOf(columns);
        tags = List.copyOf(tags);
    }

    /** A table whose subtables keep the tags that they were created with. */
    public Table(
            String superTable,
            String timestampColumn,
            @Nullable String sequenceColumn,
            List<Column> columns,
            List<Column> tags) {
        this(superTable, timestampColumn, sequenceColumn, columns, tags, false);
    }

    /** The second key column, where rows of equal time are told apart by one. */
    public Optional<String> sequence() {
        return Optional.ofNullable(sequenceColumn);
    }
}
