package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import io.github.hivemqtdengine.pipeline.EpochClock;
import io.github.hivemqtdengine.pipeline.FailureKind;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Optional;

/** Writes one lane's batches as plain SQL: its errors carry codes, and it survives changes of the schema. */
final class TdengineSession implements Session {

    private final String database;
    private final TdengineSchema schema;
    private final InsertStatements inserts = new InsertStatements();
    /** By identity: a route has one table as long as it lives. */
    private final IdentityHashMap<Table, SuperTableSql> tables = new IdentityHashMap<>();

    private final SubtableTags tags;
    private final EpochClock clock = EpochClock.SYSTEM;

    private Precision precision;
    private Optional<Duration> keep = Optional.empty();

    TdengineSession(DatabaseSettings settings) {
        this.database = settings.name();
        this.schema = new TdengineSchema(settings);
        this.tags = new SubtableTags(settings.name());
        this.precision = settings.schema().precision();
    }

    @Override
    public Opened open(Connection connection) throws SQLException {
        checkCharset(Charset.defaultCharset());
        var properties = schema.openDatabase(connection);
        precision = properties.precision();
        keep = properties.keep();
        return new Opened(precision, properties.description(), properties.warning(database));
    }

    /** The driver sends statements in the platform's charset. */
    static void checkCharset(Charset platform) throws SetupException {
        if (!platform.equals(StandardCharsets.UTF_8)) {
            throw new SetupException(
                    FailureKind.FATAL,
                    "the TDengine driver would send text as " + platform
                            + " instead of UTF-8; start the broker with -Dfile.encoding=UTF-8");
        }
    }

    @Override
    public void write(Connection connection, List<Row> rows) throws SQLException {
        checkTimes(connection, rows);
        followTags(connection, rows);
        try (var statement = connection.createStatement()) {
            for (var round : WriteRounds.of(rows, precision)) {
                inserts.write(parts(connection, round), precision, statement::execute);
            }
        }
    }

    private void checkTimes(Connection connection, List<Row> rows) throws SQLException {
        if (times().firstOutside(rows) == null) {
            return;
        }
        keep = schema.openDatabase(connection).keep(); // somebody may have changed it
        var times = times();
        var outside = times.firstOutside(rows);
        if (outside != null) {
            throw new IllegalArgumentException(times.objection(outside));
        }
    }

    private KeptTimes times() {
        return KeptTimes.of(keep, precision, clock.micros());
    }

    private void followTags(Connection connection, List<Row> rows) throws SQLException {
        var following = rows.stream().filter(row -> row.table().followsTags()).toList();
        for (var row : following) {
            openTable(connection, row.table());
        }
        tags.follow(connection, following, precision);
    }

    @Override
    public void openTable(Connection connection, Table table) throws SQLException {
        table(connection, table);
    }

    private List<InsertStatements.Part> parts(Connection connection, List<SubtableRows> round) throws SQLException {
        var parts = new ArrayList<InsertStatements.Part>(round.size());
        for (var rows : round) {
            parts.add(new InsertStatements.Part(table(connection, rows.table()), rows));
        }
        return parts;
    }

    private SuperTableSql table(Connection connection, Table table) throws SQLException {
        var known = tables.get(table);
        if (known != null) {
            return known;
        }
        var sql = new SuperTableSql(database, table);
        schema.openTable(connection, table);
        tables.put(table, sql);
        return sql;
    }

    @Override
    public void forget() {
        tables.clear();
        inserts.forget();
        tags.forget();
    }
}
