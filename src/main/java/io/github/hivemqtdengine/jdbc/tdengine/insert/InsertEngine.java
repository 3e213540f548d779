// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import io.github.hivemqtdengine.jdbc.dialect.InsertPasses.SubtableRows;
import io.github.hivemqtdengine.message.Precision;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Writer of one lane's rows to existing super tables. For the lane's thread only. */
public interface InsertEngine extends AutoCloseable {

    /**
     * Stores all rows or throws. Rows stored before the exception are overwritten when the same rows are written again.
     *
     * @param pass rows of one pass, each subtable once
     * @param precision the database's
     * @throws IllegalArgumentException if a value or a name can't be stored as it is
     */
    void write(Connection connection, List<SubtableRows> pass, Precision precision) throws SQLException;

    /** Releases resources on the server, as far as the server answers. */
    @Override
    default void close() {}
}
