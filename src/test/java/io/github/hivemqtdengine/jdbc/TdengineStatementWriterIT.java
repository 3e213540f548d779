// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static io.github.hivemqtdengine.jdbc.TestTables.METERS;
import static io.github.hivemqtdengine.jdbc.TestTables.MICROSECOND;
import static io.github.hivemqtdengine.jdbc.TestTables.TIME;
import static io.github.hivemqtdengine.jdbc.TestTables.meter;
import static io.github.hivemqtdengine.jdbc.TestTables.meters;
import static io.github.hivemqtdengine.jdbc.TestTables.row;
import static io.github.hivemqtdengine.jdbc.TestTables.table;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.taosdata.jdbc.TaosPrepareStatement;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.InsertPasses;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.tdengine.driver.TdengineFailures;
import io.github.hivemqtdengine.jdbc.tdengine.insert.BoundInsert;
import io.github.hivemqtdengine.jdbc.tdengine.insert.BoundTable;
import io.github.hivemqtdengine.jdbc.tdengine.sql.TdengineDdl;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import io.github.hivemqtdengine.testkit.Connections;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TcpRelay;
import java.math.BigInteger;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs the contract of SQL with prepared statements, and checks that they lose nothing silently. */
@Tag("full")
class TdengineStatementWriterIT extends TdengineBatchWriterIT {

    private static final List<String> TYPES = List.of(
            "BOOL",
            "TINYINT",
            "SMALLINT",
            "INT",
            "BIGINT",
            "TINYINT UNSIGNED",
            "SMALLINT UNSIGNED",
            "INT UNSIGNED",
            "BIGINT UNSIGNED",
            "FLOAT",
            "DOUBLE",
            "VARCHAR(200)",
            "NCHAR(50)",
            "VARBINARY(50)",
            "TIMESTAMP");
    private static final TableHandle BOUND_TYPES = table("bound", null, named("c"), named("t"));

    private static List<String> named(String prefix) {
        return TYPES.stream()
                .map(type -> prefix + TYPES.indexOf(type) + " " + type)
                .toList();
    }

    @Override
    WriteEngine engine() {
        return WriteEngine.STATEMENT;
    }

    /** Stores rows by a statement, without the help of SQL. */
    private void bind(Connection connection, Precision precision, Row... rows) throws SQLException {
        var table = new BoundTable(server().name(), rows[0].shape(), precision);
        try (var prepared = connection.prepareStatement(table.insert(true))) {
            new BoundInsert(table, true, prepared.unwrap(TaosPrepareStatement.class))
                    .write(InsertPasses.of(Arrays.asList(rows), precision).get(0));
        }
    }

    private void createDatabase(TableHandle table, Precision precision) throws SQLException {
        TDengineServer.shared().execute("CREATE DATABASE " + server().name() + " PRECISION '" + precision.unit() + "'");
        server().execute(new TdengineDdl(server().name()).createTable(table.shape()));
    }

    @Test
    void shouldBindTheSmallestTheLargestAndNoValueOfEveryTypeAsColumnAndTag() throws Exception {
        createDatabase(BOUND_TYPES, Precision.MICROSECONDS);
        var smallest = Arrays.<@Nullable Object>asList(
                false,
                -127L,
                -32767L,
                -2147483647L,
                -Long.MAX_VALUE,
                0L,
                0L,
                0L,
                BigInteger.ZERO,
                -3.25f,
                -Double.MAX_VALUE,
                "",
                "x", // TDengine 3.3.7.5 refuses an empty one that is alone; see shouldStoreEmptyTextsOfNchar
                new byte[0],
                0L);
        var largest = Arrays.<@Nullable Object>asList(
                true,
                127L,
                32767L,
                2147483647L,
                Long.MAX_VALUE,
                254L,
                65534L,
                4294967294L,
                new BigInteger("18446744073709551614"),
                3.25f,
                Double.MAX_VALUE,
                "it's \"ä\" \\ 😀",
                "é😀漢",
                new byte[] {0, 1, -1, '\''},
                TIME);
        var nothing = Collections.<@Nullable Object>nCopies(TYPES.size(), null);
        try (var connection = server().connect()) {
            bind(
                    connection,
                    Precision.MICROSECONDS,
                    bound("low", 0, smallest),
                    bound("high", 1, largest),
                    bound("none", 2, nothing));
        }

        var names = Stream.concat(BOUND_TYPES.shape().columns().stream(), BOUND_TYPES.shape().tags().stream())
                .map(column -> column.name())
                .toList();
        assertThat(server().query("SELECT " + String.join(", ", names) + " FROM bound ORDER BY ts"))
                .usingRecursiveComparison()
                .isEqualTo(List.of(asRead(smallest), asRead(largest), asRead(nothing)));
    }

    @Test
    void shouldStoreEmptyTextsOfNchar() throws Exception {
        var notes = table("notes", null, List.of("note NCHAR(20)"), List.of("site NCHAR(20)"));
        try (var writer = database().openWriter()) {
            writer.write(List.of(
                    row(notes, "empty", TIME, "", ""),
                    row(notes, "missing", TIME, null, ""),
                    row(notes, "both", TIME, "", ""),
                    row(notes, "both", TIME + MICROSECOND, "é", "")));
        }
        assertThat(server().query("SELECT tbname, note, site FROM notes ORDER BY tbname, ts"))
                .containsExactly(
                        List.of("both", "", ""),
                        List.of("both", "é", ""),
                        List.of("empty", "", ""),
                        Arrays.asList("missing", null, ""));
    }

    private static Row bound(String subtable, int microseconds, List<@Nullable Object> values) {
        return row(
                BOUND_TYPES,
                subtable,
                TIME + microseconds * 1_000L,
                Stream.concat(values.stream(), values.stream()).toArray());
    }

    private static List<@Nullable Object> asRead(List<@Nullable Object> values) {
        var read = new ArrayList<>(values);
        int last = values.size() - 1;
        read.set(last, values.get(last) instanceof Long nanos ? Instant.EPOCH.plusNanos(nanos) : null);
        read.addAll(new ArrayList<>(read));
        return read;
    }

    /** Driver 3.7.9 takes milliseconds for a TIMESTAMP where the first parameter is not one. */
    @Test
    void shouldBindTimesInEveryPrecision() throws Exception {
        var log = table("log", "seq", List.of("at TIMESTAMP"), List.of("since TIMESTAMP"));
        for (var precision : Precision.values()) {
            createDatabase(log, precision);
            try (var connection = server().connect()) {
                bind(connection, precision, new Row(log.current(), "l", TIME, 5, new Object[] {TIME + 1, TIME - 1}));
            }
            assertThat(
                            server().query(
                                            "SELECT CAST(ts AS BIGINT), seq, CAST(at AS BIGINT), CAST(since AS BIGINT) FROM log"))
                    .containsExactly(
                            List.of(precision.ticks(TIME), 5L, precision.ticks(TIME + 1), precision.ticks(TIME - 1)));
            TDengineServer.shared().execute("DROP DATABASE " + server().name());
        }
    }

    /**
     * Driver 3.7.9 returns an empty array and throws nothing where the connection is lost and it may try three times;
     * from 3.8 on it throws.
     */
    @Test
    void shouldFailOnAConnectionThatIsLost() throws Exception {
        createDatabase(METERS, Precision.MICROSECONDS);
        var table = new BoundTable(server().name(), METERS.shape(), Precision.MICROSECONDS);
        try (var link = new TcpRelay(server().jdbcUrl());
                var connection = Connections.open(link.jdbcUrl(), server().username(), server().password());
                var prepared = connection.prepareStatement(table.insert(true))) {
            var statement = prepared.unwrap(TaosPrepareStatement.class);
            var pass = InsertPasses.of(List.of(meter("m", 0, 1.0, "x")), Precision.MICROSECONDS)
                    .get(0);
            new BoundInsert(table, true, statement).write(pass);
            link.cut();
            await().untilAsserted(() -> assertThatThrownBy(() -> new BoundInsert(table, true, statement).write(pass))
                    .hasMessageMatching(".*(?:connection was lost|0x2301).*")
                    .extracting(failure -> TdengineFailures.classify(failure).kind())
                    .isEqualTo(FailureKind.TRANSIENT));
        }
    }

    @Test
    void shouldStoreWhateverItConfirmsWhereverTheConnectionBreaks() throws Exception {
        write(meter("m", 0, 1.0, "x"));
        long confirmed = 1;
        try (var link = new TcpRelay(server().jdbcUrl());
                var database = JdbcDatabase.of(behind(link), 1);
                var writer = database.openWriter()) {
            for (int bytes = 3_000; bytes < 12_000; bytes += 450) {
                link.breakNextAfter(bytes);
                confirmed = writeUntilItBreaks(writer, confirmed);
            }
        }
        // a row that was stored but never confirmed was written again with the same key, but for the last one
        long stored = server().count("meters");
        assertThat(stored).isBetween(confirmed, confirmed + 1).isGreaterThan(20);
    }

    private DatabaseSettings behind(TcpRelay link) {
        var impatient = ConnectionSettings.of(link.jdbcUrl(), server().username(), server().password())
                .within(Duration.ofSeconds(1), Duration.ofSeconds(1));
        return new DatabaseSettings("plant", impatient, server().name(), SchemaSettings.DEFAULT, engine());
    }

    /** Writes rows of one more microsecond each; returns that of the first that was not confirmed. */
    private static long writeUntilItBreaks(BatchWriter writer, long firstMicrosecond) {
        for (int i = (int) firstMicrosecond; ; i++) {
            try {
                writer.write(List.of(meter("m", i, 1.0, "x")));
            } catch (WriteException e) {
                assertThat(e.kind()).as(e.sentence()).isEqualTo(FailureKind.TRANSIENT);
                return i;
            }
        }
    }

    @Test
    void shouldStoreWhateverItConfirmsWhenTheAdapterIsKilled() throws Exception {
        write(meter("m", 0, 1.0, "x"));
        var adapter = TDengineServer.shared().processes().adapter();
        var settings = new DatabaseSettings(
                "plant",
                ConnectionSettings.of(server().jdbcUrl(), server().username(), server().password())
                        .within(Duration.ofSeconds(2), Duration.ofSeconds(2)),
                server().name(),
                SchemaSettings.DEFAULT,
                engine());
        int confirmed = 0;
        try (var database = JdbcDatabase.of(settings, 1);
                var writer = database.openWriter()) {
            writer.write(batch(confirmed++));
            var killer = new Thread(adapter::kill);
            try {
                for (boolean alive = true; alive; ) {
                    if (confirmed == 20) {
                        killer.start();
                    }
                    boolean written = isWritten(writer, batch(confirmed));
                    alive = written || confirmed < 20; // earlier failures come from a paused machine
                    confirmed += written ? 1 : 0;
                }
            } finally {
                killer.join();
                startServer();
            }
            int next = confirmed++;
            await().until(() -> isWritten(writer, batch(next)));
        }
        server().awaitCount("meters", 1 + confirmed * 1_000L);
    }

    private static List<Row> batch(int number) {
        return Stream.iterate(0, i -> i + 1)
                .limit(1_000)
                .map(i -> meter("b" + i % 10, number * 1_000 + i, 1.0, "x"))
                .toList();
    }

    private static boolean isWritten(BatchWriter writer, List<Row> rows) {
        try {
            writer.write(rows);
            return true;
        } catch (WriteException e) {
            assertThat(e.kind()).as(e.sentence()).isEqualTo(FailureKind.TRANSIENT);
            return false;
        }
    }

    @Test
    void shouldFollowChangesOfTheSchemaUnderItsStatements() throws Exception {
        var changes = List.of(
                "DROP TABLE m",
                "DROP STABLE meters",
                "ALTER STABLE meters ADD COLUMN more INT",
                "ALTER STABLE meters DROP COLUMN more",
                "ALTER STABLE meters MODIFY COLUMN note VARCHAR(200)",
                "DROP TABLE m; CREATE TABLE m USING meters TAGS ('again')",
                "DROP DATABASE " + server().name());
        try (var writer = database().openWriter()) {
            for (var change : changes) {
                int second = changes.indexOf(change) * 1_000_000;
                writer.write(List.of(meter("m", second, 1.0, "with tags"), meter("n", second, 1.0, "x")));
                writer.write(List.of(meter("m", second + 1, 1.0, "without"), meter("n", second + 1, 1.0, "x")));
                for (var statement : change.split("; ", -1)) {
                    server().execute(statement);
                }
                writeUntilStored(writer, meter("m", second + 2, 1.0, "after"), meter("n", second + 2, 1.0, "x"));
                assertThat(server().query("SELECT note FROM m ORDER BY ts DESC LIMIT 1"))
                        .as(change)
                        .containsExactly(List.of("after"));
            }
        }
        server().awaitCount("meters", 2);
    }

    private static void writeUntilStored(BatchWriter writer, Row... rows) throws WriteException {
        for (int tries = 1; ; tries++) {
            try {
                writer.write(List.of(rows));
                return;
            } catch (WriteException e) {
                boolean again = e.kind() == FailureKind.TRANSIENT || e.kind() == FailureKind.SCHEMA;
                if (!again || tries == 20) {
                    throw e;
                }
            }
        }
    }

    /** A statement that was refused something refuses everything from then on. */
    @Test
    void shouldStoreGoodRowsAfterRowsThatWereRefused() throws Exception {
        try (var writer = database().openWriter()) {
            for (int i = 0; i < 3; i++) {
                writer.write(List.of(meter("m", i, 1.0, "good")));
                var bad = meter("m", 10 + i, 1.0, "x".repeat(101));
                assertFailure(() -> writer.write(List.of(bad)), FailureKind.REJECTED, "0x2653");
            }
        }
        server().awaitCount("meters", 3);
    }

    /** The server checks only the first name of a message, and would cut the others. */
    @Test
    void shouldRefuseANameThatTheServerWouldCut() throws Exception {
        try (var writer = database().openWriter()) {
            var name = "x".repeat(193);
            assertFailure(
                    () -> writer.write(List.of(meter("m", 0, 1.0, "x"), meter(name, 0, 1.0, "x"))),
                    FailureKind.REJECTED,
                    "193 bytes");
            writer.write(List.of(meter("m", 0, 1.0, "x")));
        }
        server().awaitCount("meters", 1);
    }

    @Test
    void shouldStoreMoreRowsOfASubtableThanTheServerTakesAtOnce() throws Exception {
        write(meters("m", 40_000).toArray(Row[]::new));
        server().awaitCount("meters", 40_000);
    }
}
