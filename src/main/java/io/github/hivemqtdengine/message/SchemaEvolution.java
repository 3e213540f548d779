package io.github.hivemqtdengine.message;

import java.util.List;
import java.util.Set;

/**
 * Schema evolution of a table whose columns are added as its messages need them. Each {@link Table} is one version of
 * it. Thread-safe.
 */
public interface SchemaEvolution {

    /** Returns the current version of the table; the same object until the table evolves again. */
    Table table();

    /**
     * Adopts the columns of the table in the database. An existing column keeps its type.
     *
     * @param columns its columns, of the types that rows must have to be stored unchanged
     * @param others names of other columns in the database, which can't be written
     */
    void adopt(List<Column> columns, Set<String> others);

    /**
     * Converts a row of an earlier version to the current version.
     *
     * @throws IllegalArgumentException if a value does not fit its column; the message names the column
     */
    Row current(Row row);
}
