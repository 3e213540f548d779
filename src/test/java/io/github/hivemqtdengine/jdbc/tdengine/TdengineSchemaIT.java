// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine;

import static io.github.hivemqtdengine.jdbc.BatchWriterContract.assertFailure;
import static io.github.hivemqtdengine.jdbc.TestTables.METERS;
import static io.github.hivemqtdengine.jdbc.TestTables.MICROSECOND;
import static io.github.hivemqtdengine.jdbc.TestTables.TIME;
import static io.github.hivemqtdengine.jdbc.TestTables.meter;
import static io.github.hivemqtdengine.jdbc.TestTables.row;
import static io.github.hivemqtdengine.jdbc.TestTables.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.RecordedReport;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseOptions;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.NewDatabase;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.DatabaseKind;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Creation and evolution of databases and super tables on a real server, also by several brokers at once. */
@Tag("full")
class TdengineSchemaIT {

    private static final int BROKERS = 8;
    private static final NewDatabase SMALL = new NewDatabase(
            Optional.empty(),
            Optional.empty(),
            Optional.of(1),
            Optional.empty(),
            Optional.empty(),
            DatabaseOptions.parse("BUFFER 16"));

    @AutoClose
    private TimeSeriesDatabase server;

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final List<JdbcDatabase> databases = new ArrayList<>();
    private final RecordedReport report = new RecordedReport();

    @BeforeEach
    void prepare() {
        server = DatabaseKind.TDENGINE.fresh();
    }

    @AfterEach
    void close() {
        databases.forEach(JdbcDatabase::close);
    }

    /** A database as one broker has it. */
    private JdbcDatabase broker(SchemaMode mode, TableHandle... tables) {
        return broker(new SchemaSettings(mode, Precision.MICROSECONDS, SMALL), tables);
    }

    private synchronized JdbcDatabase broker(SchemaSettings schema, TableHandle... tables) {
        var connection = ConnectionSettings.of(server.jdbcUrl(), server.username(), server.password());
        var database = JdbcDatabase.of(
                new DatabaseSettings("plant", connection, server.name(), schema), 2, List.of(tables), report);
        databases.add(database);
        return database;
    }

    @Test
    void shouldCreateADatabaseAsTheSettingsSay() throws Exception {
        var settings = new NewDatabase(
                Optional.of(Duration.ofHours(25)),
                Optional.of(1),
                Optional.of(3),
                Optional.of(2),
                Optional.of(Duration.ZERO),
                DatabaseOptions.parse("BUFFER 16 DURATION 8h STT_TRIGGER 2 CACHEMODEL both"));
        try (var writer = broker(new SchemaSettings(SchemaMode.CREATE, Precision.NANOSECONDS, settings))
                .openWriter()) {
            assertThat(writer.open()).isEqualTo(Precision.NANOSECONDS);
        }
        assertThat(server.query("SELECT `precision`, `keep`, `replica`, `vgroups`, `wal_level`, `wal_fsync_period`,"
                        + " `buffer`, `stt_trigger`, `cachemodel` FROM information_schema.ins_databases WHERE name = '"
                        + server.name() + "'"))
                .containsExactly(List.of("ns", "25h,25h,25h", 1L, 3L, 2L, 0L, 16L, 2L, "both"));
    }

    @Test
    void shouldWarnThatADroppedDatabaseIsCreatedAgain() throws Exception {
        try (var writer = broker(SchemaMode.CREATE, METERS).openWriter()) {
            writer.write(List.of(meter("m", 0, 1.0, "x")));
            server.execute("DROP DATABASE `" + server.name() + "`");
            assertFailure(() -> writer.write(List.of(meter("m", 1, 1.0, "x"))), FailureKind.TRANSIENT, "plant");
            writer.write(List.of(meter("m", 1, 1.0, "x")));
        }

        server.awaitCount("meters", 1);
        assertThat(log.lines())
                .filteredOn(line ->
                        line.startsWith("WARN Database \"" + server.name() + "\" did not exist and was created"))
                .hasSize(2);
    }

    /** Such a user does not see the cluster, nor what a database has beside its precision. */
    @Test
    void shouldCreateAndEvolveTablesAsAUserWithoutSysinfo() throws Exception {
        var user = "u" + server.name().substring(server.name().length() - 8);
        execute("CREATE USER " + user + " PASS 'S3cret-Pass_1' SYSINFO 0");
        var settings = new DatabaseSettings(
                "plant",
                ConnectionSettings.of(server.jdbcUrl(), user, "S3cret-Pass_1"),
                server.name(),
                new SchemaSettings(SchemaMode.EVOLVE, Precision.MICROSECONDS, SMALL));
        var wider = table("meters", null, List.of("reading DOUBLE", "more INT"), List.of("site VARCHAR(64)"));
        try (var database = JdbcDatabase.of(settings, 1);
                var writer = database.openWriter()) {
            writer.write(List.of(meter("m", 0, 1.0, "x")));
            writer.write(List.of(row(wider, "m", TIME + 2_000, 1.0, 7L, "x")));
            assertThat(writer.probe(List.of(meter("m", 0, 1.0, "x")))).isTrue();
        } finally {
            execute("DROP USER " + user);
        }
        server.awaitCount("meters", 2);
    }

    @Test
    void shouldLetTheServerRefuseAnOptionThatItDoesNotKnow() {
        var strange = new NewDatabase(
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                Optional.empty(),
                DatabaseOptions.parse("BUFER 16"));
        try (var writer = broker(new SchemaSettings(SchemaMode.CREATE, Precision.MICROSECONDS, strange))
                .openWriter()) {
            assertFailure(writer::open, FailureKind.FATAL, "BUFER 16: ");
        }
    }

    @Test
    void shouldCreateAllSuperTablesBeforeTheFirstRow() throws Exception {
        var keyed = table("keyed", "seq", List.of("reading DOUBLE"), List.of("site VARCHAR(64)"));
        try (var writer = broker(SchemaMode.CREATE, METERS, keyed).openWriter()) {
            writer.open();
        }
        assertThat(server.query("SHOW STABLES")).containsExactlyInAnyOrder(List.of("meters"), List.of("keyed"));
        assertThat(report.tables()).isEmpty();
    }

    @Test
    void shouldSayAtTheStartWhatIsWrongWithATableAndStoreInTheOthers() throws Exception {
        execute("CREATE DATABASE " + server.name() + " PRECISION 'us' VGROUPS 1 BUFFER 16");
        server.execute("CREATE STABLE meters (ts TIMESTAMP, reading INT, note VARCHAR(100)) TAGS (site VARCHAR(64))");
        server.execute("CREATE STABLE good (ts TIMESTAMP, reading DOUBLE) TAGS (site VARCHAR(64))");
        var good = table("good", null, List.of("reading DOUBLE"), List.of("site VARCHAR(64)"));
        var missing = table("missing", null, List.of("reading DOUBLE"), List.of("site VARCHAR(64)"));
        var narrow = table("good", null, List.of("reading DOUBLE", "more INT"), List.of("site VARCHAR(64)"));

        try (var writer = broker(SchemaMode.OFF, METERS, missing, narrow, good).openWriter()) {
            writer.open();
            writer.write(List.of(row(good, "g", TIME, 1.5, "x")));
        }
        server.awaitCount("good", 1);
        assertThat(report.tables())
                .satisfiesExactly(
                        line -> assertThat(line).contains("reading as INT, which can't hold every DOUBLE"),
                        line -> assertThat(line)
                                .contains("create it: CREATE STABLE IF NOT EXISTS `" + server.name() + "`.`missing`"),
                        line -> assertThat(line).contains("ALTER STABLE", "`good` ADD COLUMN `more` INT"),
                        line -> assertThat(line).isEqualTo("good recovered"));
    }

    private static void execute(String sql) throws Exception {
        TDengineServer.shared().execute(sql);
    }

    @Test
    void shouldRefuseARowThatTheDatabaseWouldNotKeepAndStoreTheOthers() throws Exception {
        var month = new NewDatabase(
                Optional.of(Duration.ofDays(30)),
                Optional.empty(),
                Optional.of(1),
                Optional.empty(),
                Optional.empty(),
                DatabaseOptions.parse("BUFFER 16"));
        var now = Instant.now();
        var young = row(METERS, "m", nanos(now), 1.0, "x", "y");
        var old = row(METERS, "m", nanos(now.minus(Duration.ofDays(31))), 1.0, "x", "y");
        var atTheEdge = row(METERS, "m", nanos(now.minus(Duration.ofDays(30)).minusSeconds(60)), 1.0, "x", "y");
        try (var writer = broker(new SchemaSettings(SchemaMode.CREATE, Precision.MICROSECONDS, month), METERS)
                .openWriter()) {
            assertFailure(() -> writer.write(List.of(young, old)), FailureKind.REJECTED, "is out of range");
            assertFailure(() -> writer.write(List.of(young, atTheEdge)), FailureKind.REJECTED, "0x060b");
            writer.write(List.of(young));

            execute("ALTER DATABASE " + server.name() + " KEEP 60");
            writer.write(List.of(old, atTheEdge));
        }
        server.awaitCount("meters", 3);
    }

    @Test
    void shouldRefuseWhatNanosecondsCanNotCountInTdengine() throws Exception {
        var last = row(METERS, "m", 9_214_646_400_000_000_000L, 1.0, "x", "y");
        try (var writer = broker(new SchemaSettings(SchemaMode.CREATE, Precision.NANOSECONDS, SMALL), METERS)
                .openWriter()) {
            writer.write(List.of(last));
            assertFailure(
                    () -> writer.write(List.of(last.at(last.timestamp() + 1))),
                    FailureKind.REJECTED,
                    "is out of range");
        }
        server.awaitCount("meters", 1);
    }

    private static long nanos(Instant time) {
        return time.getEpochSecond() * 1_000_000_000;
    }

    @Test
    void shouldCreateOneDatabaseAndOneTableFromManyBrokersAtOnce() throws Exception {
        inAllBrokers(number -> {
            try (var writer = broker(SchemaMode.CREATE, METERS).openWriter()) {
                writeUntilStored(writer, meter("b" + number, number, 1.0, "x"));
            }
        });
        server.awaitCount("meters", BROKERS);
        assertThat(report.tables()).isEmpty();
    }

    @Test
    void shouldEvolveOneTableFromManyBrokersAtOnceWhileOthersWriteTheOldShape() throws Exception {
        var wider = table(
                "meters",
                null,
                List.of("reading DOUBLE", "note VARCHAR(200)", "more INT", "wide NCHAR(20)"),
                List.of("site VARCHAR(128)", "room VARBINARY(16)"));
        try (var writer = broker(SchemaMode.CREATE, METERS).openWriter()) {
            writer.write(List.of(meter("first", 0, 1.0, "x")));
        }
        inAllBrokers(number -> {
            boolean isNew = number % 2 == 0;
            var table = isNew ? wider : METERS;
            try (var writer =
                    broker(isNew ? SchemaMode.EVOLVE : SchemaMode.CREATE, table).openWriter()) {
                for (int i = 0; i < 50; i++) {
                    var values = isNew
                            ? new @Nullable Object[] {1.0, "n".repeat(150), 7L, "w", "s".repeat(100), new byte[] {1}}
                            : new @Nullable Object[] {1.0, "n", "s"};
                    writeUntilStored(writer, row(table, "b" + number, TIME + i * MICROSECOND, values));
                }
            }
        });
        server.awaitCount("meters", 1 + BROKERS * 50L);
        assertThat(server.query("SELECT count(more) FROM meters WHERE more = 7"))
                .containsExactly(List.of(BROKERS / 2 * 50L));
        assertThat(report.tables()).isEmpty();
    }

    @Test
    void shouldWidenTextOfEveryKindInColumnsAndTags() throws Exception {
        createDatabase();
        server.execute("CREATE STABLE texts (ts TIMESTAMP, v VARCHAR(4), n NCHAR(4), b VARBINARY(4), v2 VARCHAR(50))"
                + " TAGS (tv VARCHAR(4), tn NCHAR(4))");
        var texts = table(
                "texts",
                null,
                List.of("v VARCHAR(40)", "n NCHAR(40)", "b VARBINARY(40)", "v2 VARCHAR(5)"),
                List.of("tv VARCHAR(40)", "tn NCHAR(40)"));
        var wide = "漢".repeat(40);
        var long40 = "x".repeat(40);
        try (var writer = broker(SchemaMode.EVOLVE, texts).openWriter()) {
            writer.write(List.of(row(texts, "t", TIME, long40, wide, new byte[40], "12345", long40, wide)));
        }
        assertThat(server.query("DESCRIBE texts").stream().map(line -> line.get(0) + " " + line.get(2)))
                .containsExactly("ts 8", "v 40", "n 40", "b 40", "v2 50", "tv 40", "tn 40");
        assertThat(server.query("SELECT v, n, tv, tn FROM texts")).containsExactly(List.of(long40, wide, long40, wide));
        assertThat(report.tables()).isEmpty();
    }

    @Test
    void shouldGoOnAtTheNextStartWhereATableCouldOnlyBeEvolvedInPart() throws Exception {
        createDatabase();
        server.execute("CREATE STABLE crowded (ts TIMESTAMP, old VARCHAR(60000)) TAGS (site VARCHAR(64))");
        var crowded = table(
                "crowded", null, List.of("a VARCHAR(3000)", "b VARCHAR(4000)", "c INT"), List.of("site VARCHAR(64)"));
        try (var writer = broker(SchemaMode.EVOLVE, crowded, METERS).openWriter()) {
            writer.write(List.of(meter("m", 0, 1.0, "x")));
            assertThat(writer.objection(crowded)).isPresent();
        }
        assertThat(report.tables())
                .singleElement()
                .asString()
                .contains("super table crowded", "Row length exceeds max length", "ADD COLUMN `b` VARCHAR(4000)");
        assertThat(columns("crowded")).containsExactly("ts", "old", "a", "site");

        server.execute("ALTER STABLE crowded DROP COLUMN old");
        try (var writer = broker(SchemaMode.EVOLVE, crowded, METERS).openWriter()) {
            writer.write(List.of(row(crowded, "f", TIME, "1", "2", 3L, "x")));
        }
        assertThat(columns("crowded")).containsExactly("ts", "a", "b", "c", "site");
        assertThat(report.tables()).hasSize(1);
    }

    @Test
    void shouldStoreInOtherTablesWhereATopicKeepsAColumnFromBeingWidened() throws Exception {
        createDatabase();
        server.execute("CREATE STABLE used (ts TIMESTAMP, note VARCHAR(4)) TAGS (site VARCHAR(64))");
        var topic = "topic_" + server.name();
        execute("CREATE TOPIC " + topic + " AS SELECT ts, note FROM " + server.name() + ".used");
        var used = table("used", null, List.of("note VARCHAR(40)"), List.of("site VARCHAR(64)"));
        try (var writer = broker(SchemaMode.EVOLVE, used, METERS).openWriter()) {
            writer.write(List.of(meter("m", 0, 1.0, "x")));
            assertThat(writer.objection(METERS)).isEmpty();
            assertThat(writer.objection(used).orElseThrow())
                    .contains("code 0x03c4", "a topic uses the column", "MODIFY COLUMN `note` VARCHAR(40)");
        } finally {
            execute("DROP TOPIC " + topic);
        }
        server.awaitCount("meters", 1);
        assertThat(report.tables()).hasSize(1);

        try (var writer = broker(SchemaMode.EVOLVE, used, METERS).openWriter()) {
            writer.write(List.of(row(used, "u", TIME, "x".repeat(40), "y")));
        }
        server.awaitCount("used", 1);
    }

    @Test
    void shouldReportASecondKeyOfAnotherTypeAtTheStart() throws Exception {
        createDatabase();
        server.execute("CREATE STABLE keyed (ts TIMESTAMP, seq INT COMPOSITE KEY, reading DOUBLE)"
                + " TAGS (site VARCHAR(64))");
        var keyed = table("keyed", "seq", List.of("reading DOUBLE"), List.of("site VARCHAR(64)"));
        try (var writer = broker(SchemaMode.EVOLVE, keyed).openWriter()) {
            writer.open();
            assertThat(writer.objection(keyed)).isPresent();
        }
        assertThat(report.tables())
                .singleElement()
                .asString()
                .contains("has the keys ts and seq INT, the route writes ts and seq BIGINT");
    }

    @Test
    void shouldSayHowTheDatabaseIs() throws Exception {
        execute("CREATE DATABASE " + server.name() + " PRECISION 'ns' KEEP 25h DURATION 8h REPLICA 1 WAL_LEVEL 2"
                + " WAL_FSYNC_PERIOD 777 VGROUPS 3 BUFFER 16");
        try (var writer = broker(SchemaMode.OFF).openWriter()) {
            writer.open();
        }
        assertThat(report.opened())
                .singleElement()
                .asString()
                .matches(
                        "TDengine 3\\.\\S+, precision ns, keep 25 h, replica 1, wal_level 2, wal_fsync_period 777 ms; .*"
                                + "the last 777 ms of rows that were acknowledged.*");
    }

    private void createDatabase() throws Exception {
        execute("CREATE DATABASE " + server.name() + " PRECISION 'us' VGROUPS 1 BUFFER 16");
    }

    private List<String> columns(String table) throws Exception {
        return server.query("DESCRIBE " + table).stream()
                .map(line -> String.valueOf(line.get(0)))
                .toList();
    }

    @FunctionalInterface
    private interface Work {
        void in(int broker) throws Exception;
    }

    private static void inAllBrokers(Work work) throws Exception {
        var barrier = new CyclicBarrier(BROKERS);
        var threads = Executors.newFixedThreadPool(BROKERS);
        try {
            var tasks = new ArrayList<Callable<Void>>();
            for (int broker = 0; broker < BROKERS; broker++) {
                int number = broker;
                tasks.add(() -> {
                    barrier.await();
                    work.in(number);
                    return null;
                });
            }
            for (var result : threads.invokeAll(tasks)) {
                result.get();
            }
        } finally {
            threads.shutdown();
        }
    }

    /** Retries transient and stale-schema failures as the pipeline does. */
    private static void writeUntilStored(BatchWriter writer, Row row) throws WriteException {
        for (int tries = 1; ; tries++) {
            try {
                writer.write(List.of(row));
                return;
            } catch (WriteException e) {
                boolean again = e.kind() == FailureKind.TRANSIENT || e.kind() == FailureKind.SCHEMA;
                if (!again || tries == 50) {
                    throw e;
                }
            }
        }
    }
}
