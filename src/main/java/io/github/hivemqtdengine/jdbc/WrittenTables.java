package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Table;
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
 * The super tables that the routes of one database write, and which of them are not as they must be. They are looked at
 * when a lane opens the database, so before its first row; one that is broken is looked at again from time to time
 * while rows for it come. Shared by the lanes of the database.
 */
final class WrittenTables {

    private static final Duration RECHECK = Duration.ofSeconds(5);

    private volatile List<Table> tables;
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

    /** Looks at one table again, if that is possible now. */
    @FunctionalInterface
    interface Look {
        void at(Table table);
    }

    WrittenTables(List<Table> tables, DatabaseReport report) {
        this(tables, report, RECHECK, System::nanoTime);
    }

    WrittenTables(List<Table> tables, DatabaseReport report, Duration recheck, LongSupplier nanoTime) {
        this.tables = List.copyOf(tables);
        this.report = report;
        this.recheck = recheck;
        this.nanoTime = nanoTime;
    }

    /** The routes write these tables from now on; of one that is another one now, nothing is known to be wrong. */
    void become(List<Table> now) {
        var before = tables;
        tables = List.copyOf(now);
        problems.keySet().removeIf(name -> !named(name, before).equals(named(name, now)));
    }

    private static Set<Table> named(String superTable, List<Table> tables) {
        return tables.stream()
                .filter(table -> table.superTable().equals(superTable))
                .collect(Collectors.toSet());
    }

    /** The database was opened by one of the lanes. */
    void opened(Session.Opened now) {
        if (!now.equals(opened.getAndSet(now))) {
            report.opened(now.description(), now.warning());
        }
    }

    /**
     * Opens all tables for one lane.
     *
     * @throws SQLException if not the table is to blame but the connection, or the user's rights
     */
    void open(Session session, Connection connection, FailureReport failures) throws SQLException {
        for (var table : tables) {
            open(table, session, connection, failures);
        }
    }

    /** Opens one table for one lane; otherwise like the method for all. */
    void open(Table table, Session session, Connection connection, FailureReport failures) throws SQLException {
        try {
            session.openTable(connection, table.newest());
            mended(table);
        } catch (SQLException | RuntimeException e) {
            switch (failures.judge(e).kind()) {
                case TRANSIENT, CONGESTED, FATAL -> throw e;
                case REJECTED, TOO_LARGE -> broken(table, failures.of(e).sentence());
                case SCHEMA, UNKNOWN -> {} // may pass: the first write to the table will tell
            }
        }
    }

    private void broken(Table table, String sentence) {
        var before = problems.put(table.superTable(), new Problem(sentence, nanoTime.getAsLong()));
        if (before == null || !Objects.equals(before.sentence, sentence)) {
            report.broken(table.superTable(), sentence);
        }
    }

    private void mended(Table table) {
        if (!problems.isEmpty() && problems.remove(table.superTable()) != null) {
            report.mended(table.superTable());
        }
    }

    /** Why rows of a table can't be stored now, for the operator; nothing if they may be tried. */
    Optional<String> objection(Table table, Look look) {
        if (problems.isEmpty()) {
            return Optional.empty();
        }
        var name = table.superTable();
        var problem = problems.get(name);
        if (problem != null && isToBeLookedAt(name, problem)) {
            look.at(table);
            // it may have taken longer than the pause between two looks, and may have seen nothing
            problem = problems.computeIfPresent(name, (key, known) -> known.seenAt(nanoTime.getAsLong()));
        }
        return Optional.ofNullable(problem).map(Problem::sentence);
    }

    /** Whether it is time again, and no other lane looks. */
    private boolean isToBeLookedAt(String name, Problem problem) {
        long now = nanoTime.getAsLong();
        return now - problem.seenAtNanos >= recheck.toNanos() && problems.replace(name, problem, problem.seenAt(now));
    }
}
