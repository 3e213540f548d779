// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.jdbc.dialect.Session;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Registry of the super tables that the routes of one database write, with their problems. Tables are checked when a
 * lane opens the database, before its first row. A table with a problem is checked again from time to time while its
 * rows arrive. Shared by the lanes of the database.
 */
final class TableRegistry {

    private static final Duration RECHECK = Duration.ofSeconds(5);

    private volatile List<TableHandle> tables;
    private final DatabaseReport report;
    private final Duration recheck;
    private final LongSupplier nanoTime;
    private final Map<String, Problem> problems = new ConcurrentHashMap<>();

    private final AtomicReference<Session.@Nullable Opened> opened = new AtomicReference<>();

    private record Problem(String sentence, long seenAtNanos) {

        Problem seenAt(long nanos) {
            return new Problem(sentence, nanos);
        }
    }

    /** Repeated check of one table, if possible at the time. */
    @FunctionalInterface
    interface Recheck {
        void check(TableHandle table);
    }

    TableRegistry(List<TableHandle> tables, DatabaseReport report) {
        this(tables, report, RECHECK, System::nanoTime);
    }

    TableRegistry(List<TableHandle> tables, DatabaseReport report, Duration recheck, LongSupplier nanoTime) {
        this.tables = List.copyOf(tables);
        this.report = report;
        this.recheck = recheck;
        this.nanoTime = nanoTime;
    }

    /** Replaces the tables, and forgets the problems of those that have changed. */
    void replaceWith(List<TableHandle> now) {
        var before = tables;
        tables = List.copyOf(now);
        problems.keySet().removeIf(name -> !named(name, before).equals(named(name, now)));
    }

    /** Returns the tables of one super table, for comparison: fixed tables by shape, evolving tables by identity. */
    private static Set<Object> named(String superTable, List<TableHandle> tables) {
        return tables.stream()
                .filter(table -> table.shape().superTable().equals(superTable))
                .<Object>map(table -> table.isEvolving() ? table : table.shape())
                .collect(Collectors.toSet());
    }

    /** Reports that a lane has opened the database, unless its properties are unchanged. */
    void opened(Session.Opened now) {
        if (!now.equals(opened.getAndSet(now))) {
            report.opened(now.description(), now.warning());
        }
    }

    /**
     * Opens all tables for one lane.
     *
     * @throws WriteException if the cause is the connection or the user's permissions, not the table
     */
    void open(Session session, Connection connection, ExceptionTranslator exceptions) throws WriteException {
        for (var table : tables) {
            open(table, session, connection, exceptions);
        }
    }

    /** Opens one table for one lane; otherwise like the method for all. */
    void open(TableHandle table, Session session, Connection connection, ExceptionTranslator exceptions)
            throws WriteException {
        try {
            session.openTable(connection, table.current());
            recordSuccess(table);
        } catch (SQLException | RuntimeException e) {
            var failure = exceptions.translate(e);
            switch (failure.kind()) {
                case TRANSIENT, CONGESTED, FATAL -> throw failure;
                case REJECTED, TOO_LARGE -> recordProblem(table, failure.sentence());
                case SCHEMA, UNKNOWN -> {} // may be transient: the first write will show
            }
        }
    }

    private void recordProblem(TableHandle table, String sentence) {
        var before = problems.put(table.shape().superTable(), new Problem(sentence, nanoTime.getAsLong()));
        if (before == null || !Objects.equals(before.sentence, sentence)) {
            report.failed(table.shape().superTable(), sentence);
        }
    }

    private void recordSuccess(TableHandle table) {
        if (!problems.isEmpty() && problems.remove(table.shape().superTable()) != null) {
            report.recovered(table.shape().superTable());
        }
    }

    /** Returns a sentence for the operator on why rows of a table can't be stored; empty if they may be tried. */
    Optional<String> objection(TableHandle table, Recheck again) {
        if (problems.isEmpty()) {
            return Optional.empty();
        }
        var name = table.shape().superTable();
        var problem = problems.get(name);
        if (problem != null && reserveCheck(name, problem)) {
            again.check(table);
            // the check may have taken longer than the pause between two checks, without a result
            problem = problems.computeIfPresent(name, (key, known) -> known.seenAt(nanoTime.getAsLong()));
        }
        return Optional.ofNullable(problem).map(Problem::sentence);
    }

    /** Reserves a check for the calling lane; returns {@code false} if none is due or another lane has reserved it. */
    private boolean reserveCheck(String name, Problem problem) {
        long now = nanoTime.getAsLong();
        return now - problem.seenAtNanos >= recheck.toNanos() && problems.replace(name, problem, problem.seenAt(now));
    }
}
