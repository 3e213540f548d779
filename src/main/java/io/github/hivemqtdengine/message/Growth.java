package io.github.hivemqtdengine.message;

import java.util.List;
import java.util.Set;

/**
 * A table whose columns come with its messages, from its beginning to what it is now. Every {@link Table} of it is one
 * moment. May be used by many threads.
 */
public interface Growth {

    /** The table with the columns that it has now; the very same object until it grows again. */
    Table table();

    /**
     * Learns what the table in the database is like, which counts from now on: a column that is there keeps its type.
     *
     * @param columns its columns, of the types that rows must have to be stored in them as they are
     * @param others what else has a name there, and can't be written
     */
    void adopt(List<Column> columns, Set<String> others);

    /**
     * A row of an earlier moment as one of the table of now.
     *
     * @throws IllegalArgumentException with a sentence about the column if a value does not fit what it is now
     */
    Row current(Row row);
}
