// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import io.github.hivemqtdengine.jdbc.dialect.InsertPasses.SubtableRows;
import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.jdbc.tdengine.driver.TdengineFailures;
import io.github.hivemqtdengine.jdbc.tdengine.sql.DescribedColumn;
import io.github.hivemqtdengine.jdbc.tdengine.sql.SqlLiteral;
import io.github.hivemqtdengine.jdbc.tdengine.sql.TdengineDdl;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.TableVersion;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Insert engine that binds rows to prepared statements, which saves writing and parsing text. Plain SQL serves tables
 * with few rows or unbindable types, and rows that the server would refuse. Values too long for an SQL literal are
 * bound even for few rows.
 */
public final class StatementEngine implements InsertEngine {

    private static final Set<FailureKind> REFUSALS = EnumSet.of(FailureKind.REJECTED, FailureKind.UNKNOWN);

    private final TdengineDdl ddl;
    private final String database;
    private final int fewestRows;
    private final SqlEngine sql;
    private final StatementCache statements = new StatementCache();
    private final KnownSubtables known = new KnownSubtables(KnownSubtables.CAPACITY);
    /** Empty for tables that can't be bound. */
    private final Map<TableVersion, Optional<BoundTable>> tables = new HashMap<>();

    private final Map<TableVersion, LongLiterals> longLiterals = new HashMap<>();

    /** @param fewestRows fewest rows of a table that are bound */
    public StatementEngine(String database, int fewestRows) {
        this.ddl = new TdengineDdl(database);
        this.database = database;
        this.fewestRows = fewestRows;
        this.sql = new SqlEngine(database, known);
    }

    @Override
    public void write(Connection connection, List<SubtableRows> pass, Precision precision) throws SQLException {
        var withLongLiterals = new ArrayList<SubtableRows>();
        var others = new ArrayList<SubtableRows>();
        for (var part : pass) {
            (hasLongLiterals(part) ? withLongLiterals : others).add(part);
        }
        var unbound = bind(connection, others, precision);
        if (!unbound.isEmpty()) {
            sql.write(connection, unbound, precision);
        }
        for (var parts : byTable(withLongLiterals)) {
            bindOnly(connection, parts, precision);
        }
    }

    private boolean hasLongLiterals(SubtableRows part) {
        return longLiterals(part.version()).has(part.rows());
    }

    private LongLiterals longLiterals(TableVersion version) {
        return longLiterals.computeIfAbsent(version, it -> new LongLiterals(it.shape()));
    }

    /**
     * Stores parts of one table that SQL can't store. A refusal may only mean that the statement is older than the
     * schema, so a new statement is tried, too.
     */
    private void bindOnly(Connection connection, List<SubtableRows> parts, Precision precision) throws SQLException {
        try {
            tryToBindOnly(connection, parts, precision);
        } catch (SQLException | RuntimeException e) {
            reset();
            if (e instanceof RefusedRows
                    || !REFUSALS.contains(TdengineFailures.classify(e).kind())) {
                throw e;
            }
            tryToBindOnlyForTheLastTime(connection, parts, precision);
        }
    }

    private void tryToBindOnlyForTheLastTime(Connection connection, List<SubtableRows> parts, Precision precision)
            throws SQLException {
        try {
            tryToBindOnly(connection, parts, precision);
        } catch (SQLException | RuntimeException e) {
            reset();
            throw e;
        }
    }

    private void tryToBindOnly(Connection connection, List<SubtableRows> parts, Precision precision)
            throws SQLException {
        var table = described(connection, parts.get(0).version(), precision);
        for (var part : parts) {
            if (table.isEmpty() || !table.get().takes(part.rows())) {
                throw refused(part);
            }
        }
        try {
            write(connection, table.orElseThrow(), parts);
        } catch (RuntimeException e) {
            var rows = parts.stream().flatMap(part -> part.rows().stream()).toList();
            throw RefusedRows.among(rows, table.orElseThrow()::check, e);
        }
    }

    private RefusedRows refused(SubtableRows part) {
        var rows =
                part.rows().stream().filter(longLiterals(part.version())::has).toList();
        return new RefusedRows(
                rows,
                row -> "The row has a value that takes more than the " + SqlLiteral.MAX_TEXT_BYTES
                        + " bytes that TDengine allows for a literal, and beside it one that can only be written as a"
                        + " literal: a DECIMAL, a GEOMETRY, a JSON, an empty NCHAR, or one whose column has another"
                        + " type than the mapping");
    }

    /**
     * Stores the rows that can be bound.
     *
     * @return parts left for SQL, also after a refusal: SQL has better messages, and the statement may merely be older
     *     than the schema
     */
    private List<SubtableRows> bind(Connection connection, List<SubtableRows> pass, Precision precision)
            throws SQLException {
        try {
            return tryToBind(connection, pass, precision);
        } catch (SQLException | RuntimeException e) {
            // a statement that failed once always fails, and it is unknown which of the subtables were created
            reset();
            if (!REFUSALS.contains(TdengineFailures.classify(e).kind())) {
                throw e;
            }
            return pass;
        } catch (Error e) {
            reset(); // half-bound rows must not be stored with the next ones
            throw e;
        }
    }

    private List<SubtableRows> tryToBind(Connection connection, List<SubtableRows> pass, Precision precision)
            throws SQLException {
        var unbound = new ArrayList<SubtableRows>();
        for (var parts : byTable(pass)) {
            var table = bound(connection, parts, precision);
            var bindable = new ArrayList<SubtableRows>();
            for (var part : parts) {
                (table.isPresent() && table.get().takes(part.rows()) ? bindable : unbound).add(part);
            }
            if (!bindable.isEmpty()) {
                write(connection, table.orElseThrow(), bindable);
            }
        }
        return unbound;
    }

    private static Collection<List<SubtableRows>> byTable(List<SubtableRows> pass) {
        var parts = new HashMap<TableVersion, List<SubtableRows>>();
        for (var part : pass) {
            parts.computeIfAbsent(part.version(), version -> new ArrayList<>()).add(part);
        }
        return parts.values();
    }

    private Optional<BoundTable> bound(Connection connection, List<SubtableRows> parts, Precision precision)
            throws SQLException {
        return parts.stream().mapToInt(part -> part.rows().size()).sum() < fewestRows
                ? Optional.empty()
                : described(connection, parts.get(0).version(), precision);
    }

    private Optional<BoundTable> described(Connection connection, TableVersion version, Precision precision)
            throws SQLException {
        var known = tables.get(version);
        if (known != null) {
            return known;
        }
        var table = version.shape();
        var bound = BoundTable.isPossible(table, DescribedColumn.all(connection, ddl.describe(table)))
                ? Optional.of(new BoundTable(database, table, precision))
                : Optional.<BoundTable>empty();
        tables.put(version, bound);
        return bound;
    }

    /** Binds known subtables without their tags, which is faster. */
    private void write(Connection connection, BoundTable table, List<SubtableRows> parts) throws SQLException {
        var created = new ArrayList<SubtableRows>();
        var there = new ArrayList<SubtableRows>();
        for (var part : parts) {
            (known.add(table.superTable(), part.subtable()) ? created : there).add(part);
        }
        write(connection, table, true, created);
        write(connection, table, false, there);
    }

    private void write(Connection connection, BoundTable table, boolean withTags, List<SubtableRows> parts)
            throws SQLException {
        if (!parts.isEmpty()) {
            var statement = statements.prepare(connection, table.insert(withTags));
            new BoundInsert(table, withTags, statement).write(parts);
        }
    }

    /** Forgets statements and subtables after a failure. */
    private void reset() {
        tables.clear();
        known.clear();
        statements.close();
    }

    @Override
    public void close() {
        statements.close();
    }
}
