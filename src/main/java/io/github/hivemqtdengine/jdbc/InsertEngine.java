package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Precision;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;

/** Puts the rows of one lane into super tables that are there. For the lane's thread only. */
interface InsertEngine {

    /**
     * Stores all rows or throws; what it stored before it threw is overwritten by the same rows later.
     *
     * @param round each subtable once
     * @param precision the database's
     * @throws IllegalArgumentException if a value or a name can't be stored as it is
     */
    void write(Connection connection, List<SubtableRows> round, Precision precision) throws SQLException;

    /** Forgets which subtables are there, and gives back what it holds on the server. */
    void forget();
}
