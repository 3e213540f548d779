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
 * @param columns the columns behind the keys, at least one; a table that grows may begin with none
 * @param tags the tags, at least one
 * @param followsTags whether the tags of a subtable that is there become those of its rows
 * @param growth where it gets more columns, {@code null} if it has all that it will ever have
 */
public record Table(
        String superTable,
        String timestampColumn,
        @Nullable String sequenceColumn,
        List<Column> columns,
        List<Column> tags,
        boolean followsTags,
        @Nullable Growth growth)
        implements Target {

    public Table {
        columns = List.copyOf(columns);
        tags = List.copyOf(tags);
    }

    /** A table that has all its columns. */
    public Table(
            String superTable,
            String timestampColumn,
            @Nullable String sequenceColumn,
            List<Column> columns,
            List<Column> tags,
            boolean followsTags) {
        this(superTable, timestampColumn, sequenceColumn, columns, tags, followsTags, null);
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

    /** The table with the columns that it has now: another one if it has grown. */
    public Table newest() {
        return growth == null ? this : growth.table();
    }

    /** The same table with other columns. */
    public Table with(List<Column> others, Growth grown) {
        return new Table(superTable, timestampColumn, sequenceColumn, others, tags, followsTags, grown);
    }
}
