package io.github.hivemqtdengine.jdbc;

import static io.github.hivemqtdengine.jdbc.BatchWriterContract.assertFailure;
import static io.github.hivemqtdengine.jdbc.TestTables.METERS;
import static io.github.hivemqtdengine.jdbc.TestTables.MICROSECOND;
import static io.github.hivemqtdengine.jdbc.TestTables.TIME;
import static io.github.hivemqtdengine.jdbc.TestTables.meter;
import static io.github.hivemqtdengine.jdbc.TestTables.row;
import static io.github.hivemqtdengine.jdbc.TestTables.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.Table;
import io.github.hivemqtdengine.pipeline.BatchWriter;
import io.github.hivemqtdengine.pipeline.FailureKind;
import io.github.hivemqtdengine.pipeline.WriteException;
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
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of databases and super tables on a real server, also where several brokers want it at once. */
class TdengineSchemaIT {

    private static final int BROKERS = 8;
    private static final NewDatabase SMALL = new NewDatabase(
            Optional.empty(),
            Optional.empty(),
            Optional.of(1),
            Optional.empty(),
            Optional.empty(),
            DatabaseOptions.parse("BUFFER 16"));

    private TimeSeriesDatabase server;
    private final List<JdbcDatabase> databases = new ArrayList<>();
    private final RecordedReport report = new RecordedReport();

    @BeforeEach
    void prepare() {
        server = DatabaseKind.TDENGINE.fresh();
    }

    @AfterEach
    void close() {
        databases.forEach(JdbcDatabase::close);
        server.close();
    }

    /** A database as one broker has it. */
    private JdbcDatabase broker(SchemaMode mode, Table... tables) {
        return broker(new SchemaSettings(mode, Precision.MICROSECONDS, SMALL), tables);
    }

    private synchronized JdbcDatabase broker(SchemaSettings schema, Table... tables) {
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
            assertThat(writer.precision()).isEqualTo(Precision.NANOSECONDS);
        }
        assertThat(server.query("SELECT `precision`, `keep`, `replica`, `vgroups`, `wal_level`, `wal_fsync_period`,"
                        + " `buffer`, `stt_trigger`, `cachemodel` FROM information_schema.ins_databases WHERE name = '"
                        + server.name() + "'"))
                .containsExactly(List.of("ns", "25h,25h,25h", 1L, 3L, 2L, 0L, 16L, 2L, "both"));
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
            assertFailure(writer::precision, FailureKind.FATAL, "BUFER 16: ");
        }
    }

    @Test
    void shouldCreateAllSuperTablesBeforeTheFirstRow() throws Exception {
        var keyed = table("keyed", "seq", List.of("reading DOUBLE"), List.of("site VARCHAR(64)"));
        try (var writer = broker(SchemaMode.CREATE, METERS, keyed).openWriter()) {
            writer.precision();
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
            writer.precision();
            writer.write(List.of(row(good, "g", TIME, 1.5, "x")));
        }
        server.awaitCount("good", 1);
        assertThat(report.tables())
                .satisfiesExactly(
                        line -> assertThat(line).contains("reading as INT, which can't hold every DOUBLE"),
                        line -> assertThat(line)
                                .contains("create it: CREATE STABLE IF NOT EXISTS `" + server.name() + "`.`missing`"),
                        line -> assertThat(line).contains("ALTER STABLE", "`good` ADD COLUMN `more` INT"),
                        line -> assertThat(line).isEqualTo("good mended"));
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

    /** As the pipeline does: what is transient or stale is tried again. */
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
