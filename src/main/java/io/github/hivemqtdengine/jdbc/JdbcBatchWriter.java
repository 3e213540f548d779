// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.jdbc.dialect.Session;
import io.github.hivemqtdengine.jdbc.dialect.SetupException;
import io.github.hivemqtdengine.jdbc.dialect.TemplateRows;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableVersion;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writer of one lane's batches, which borrows a connection for each batch. */
final class JdbcBatchWriter implements BatchWriter {

    /** Failures after which the connection and the known schema are kept. */
    private static final Set<FailureKind> KEEPING_CONNECTION =
            EnumSet.of(FailureKind.REJECTED, FailureKind.TOO_LARGE, FailureKind.CONGESTED);

    private final LaneEndpoints endpoints;
    private final ReentrantLock opening;
    private final TableRegistry tables;
    private final Supplier<Session> sessions;
    private final ExceptionTranslator exceptions;

    private Session session;
    private EvolvedTables evolved;
    private @Nullable Precision precision;

    /**
     * @param opening lock that the writers of one database hold while they open it or change its tables
     * @param sessions factory of sessions that know nothing of the schema
     */
    JdbcBatchWriter(
            LaneEndpoints endpoints,
            ReentrantLock opening,
            TableRegistry tables,
            Supplier<Session> sessions,
            ExceptionTranslator exceptions) {
        this.endpoints = endpoints;
        this.opening = opening;
        this.tables = tables;
        this.sessions = sessions;
        this.exceptions = exceptions;
        this.session = sessions.get();
        this.evolved = new EvolvedTables(session);
    }

    @Override
    public Precision open() throws WriteException {
        var known = precision;
        return known != null ? known : onConnection(this::openOn);
    }

    @Override
    public void write(List<Row> rows) throws WriteException {
        open();
        onConnection(connection -> {
            store(connection, rows);
            return rows;
        });
    }

    private void store(Connection connection, List<Row> rows) throws SQLException, WriteException {
        try {
            session.write(connection, current(connection, rows));
        } catch (SetupException e) {
            if (e.kind() == FailureKind.REJECTED) {
                checkTablesOf(rows, connection);
            }
            throw e;
        }
    }

    /** Lanes that add columns at once would disturb each other. */
    private List<Row> current(Connection connection, List<Row> rows) throws SQLException {
        boolean isLocked = !evolved.areOpen(rows) && tryToLock();
        try {
            return evolved.current(connection, rows);
        } finally {
            if (isLocked) {
                opening.unlock();
            }
        }
    }

    /** Checks the tables of rejected rows, so that further rows for a table that was changed are not tried. */
    private void checkTablesOf(List<Row> rows, Connection connection) throws WriteException {
        for (var table :
                TemplateRows.ofTables(rows).stream().map(Row::table).distinct().toList()) {
            tables.open(table, session, connection, exceptions);
        }
    }

    @Override
    public Optional<String> objection(TableHandle table) {
        return tables.objection(table, this::checkAgain);
    }

    /** Queries on a new connection, because a write that lost its connection has evicted it. */
    @Override
    public boolean probe(List<Row> rows) {
        if (!(rows.get(0).target() instanceof TableVersion)) {
            return false; // users' own SQL, which may write to any place
        }
        try {
            onConnection(connection -> {
                session.probe(connection, rows.get(0));
                return rows;
            });
            return true;
        } catch (WriteException e) {
            return false;
        }
    }

    private void checkAgain(TableHandle table) {
        try {
            onConnection(connection -> {
                tables.open(table, session, connection, exceptions);
                return table;
            });
        } catch (WriteException e) {
            // the known state of the table is kept
        }
    }

    /**
     * Opens the database, one lane at a time: the first lane may create the database and its tables, which no lane can
     * use earlier. A lane waits no longer than for a connection, since it may have to stop.
     */
    private Precision openOn(Connection connection) throws SQLException, WriteException {
        if (!tryToLock()) {
            throw new SetupException(FailureKind.TRANSIENT, "another lane is still waiting for the database to open");
        }
        try {
            var opened = session.open(connection);
            tables.opened(opened);
            tables.open(session, connection, exceptions);
            precision = opened.precision();
            return opened.precision();
        } finally {
            opening.unlock();
        }
    }

    private boolean tryToLock() {
        try {
            return opening.tryLock(endpoints.connectTimeoutMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private <T> T onConnection(Work<T> work) throws WriteException {
        try (var borrowed = borrow()) {
            return tryOn(borrowed.connection(), work);
        }
    }

    private Borrowed borrow() throws WriteException {
        try {
            return new Borrowed(endpoints.connect(), exceptions);
        } catch (SQLException | RuntimeException e) {
            replaceSession();
            var failure = exceptions.translateConnectFailure(e);
            if (failure.kind() != FailureKind.FATAL) {
                endpoints.failed(failure.sentence());
            }
            throw failure;
        }
    }

    private <T> T tryOn(Connection connection, Work<T> work) throws WriteException {
        try {
            var result = work.on(connection);
            endpoints.worked();
            return result;
        } catch (SQLException | WriteException | RuntimeException e) {
            var failure = exceptions.translate(e);
            afterFailure(connection, failure, e instanceof RefusedRows);
            throw failure;
        }
    }

    private void afterFailure(Connection connection, WriteException failure, boolean isOfRows) {
        if (KEEPING_CONNECTION.contains(failure.kind())) {
            if (!isOfRows) {
                evolved = new EvolvedTables(session); // another writer may have changed a table
            }
            return;
        }
        if (failure.isConnectionLost()) {
            endpoints.failed(failure.sentence());
        }
        replaceSession();
        endpoints.evict(connection); // the next attempt uses a new connection
    }

    /** Drops all knowledge of the schema: the database may be another one later, or restored from a backup. */
    private void replaceSession() {
        session.close();
        session = sessions.get();
        evolved = new EvolvedTables(session);
        precision = null;
    }

    /** Releases the session; the database closes the connections. */
    @Override
    public void close() {
        session.close();
    }

    /** Connection whose return to its pool fails without secrets, since that failure may be added to another one. */
    private record Borrowed(Connection connection, ExceptionTranslator exceptions) implements AutoCloseable {

        @Override
        public void close() throws WriteException {
            try {
                connection.close();
            } catch (SQLException | RuntimeException e) {
                throw exceptions.translate(e);
            }
        }
    }

    @FunctionalInterface
    private interface Work<T> {
        T on(Connection connection) throws SQLException, WriteException;
    }
}
