package io.github.hivemqtdengine.message;

import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Definition of a super table as one route writes it. In databases without super tables it is a plain table, whose
 * columns include the tags and the subtable's name.
 *
 * @param superTable name of the super table, unquoted
 * @param timestampColumn name of the first column, the time key
 * @param sequenceColumn name of the second key column (BIGINT), which distinguishes rows of equal time, or {@code null}
 * @param columns columns after the keys, at least one; an evolving table may begin with none
 * @param tags tags, at least one
 * @param followsTags whether the tags of an existing subtable are updated to those of its rows
 * @param growth schema evolution of the table, {@code null} if its columns are fixed
 */
public record Table(
        String superTable,
        String timestampColumn,
        @Nullable String sequenceColumn,
        List<Column> columns,
        List<Column> tags,
        boolean followsTags,
        @Nullable SchemaEvolution growth)
        implements Row.Target {

    public Table {
        columns = List.copyOf(columns);
        tags = List.copyOf(tags);
    }

    /** Creates a table with fixed columns. */
    public Table(
            String superTable,
            String timestampColumn,
            @Nullable String sequenceColumn,
            List<Column> columns,
            List<Column> tags,
            boolean followsTags) {
        this(superTable, timestampColumn, sequenceColumn, columns, tags, followsTags, null);
    }

    /** Creates a table with fixed columns whose subtables keep the tags that they were created with. */
    public Table(
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

    /** Returns the current version of the table: another one if the table has evolved. */
    public Table newest() {
        return growth == null ? this : growth.table();
    }

    /** Returns the table with other columns. */
    public Table with(List<Column> others, SchemaEvolution grown) {
        return new Table(superTable, timestampColumn, sequenceColumn, others, tags, followsTags, grown);
    }
}
