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
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import io.github.hivemqtdengine.testkit.DatabaseKind;
import io.github.hivemqtdengine.testkit.TcpRelay;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.ServerSocket;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Contract of a writer, for every database. */
public abstract class BatchWriterContract {

    private static final int LANES = 4;
    private static final TableHandle ALL_TYPES = table(
            "alltypes",
            null,
            List.of(
                    "c_bool BOOL",
                    "c_tinyint TINYINT",
                    "c_smallint SMALLINT",
                    "c_int INT",
                    "c_bigint BIGINT",
                    "c_utinyint TINYINT UNSIGNED",
                    "c_usmallint SMALLINT UNSIGNED",
                    "c_uint INT UNSIGNED",
                    "c_ubigint BIGINT UNSIGNED",
                    "c_float FLOAT",
                    "c_double DOUBLE",
                    "c_decimal DECIMAL(20,4)",
                    "c_varchar VARCHAR(200)",
                    "c_nchar NCHAR(50)",
                    "c_varbinary VARBINARY(50)",
                    "c_timestamp TIMESTAMP"),
            List.of("t_text VARCHAR(64)", "t_int INT", "t_bool BOOL", "t_double DOUBLE", "t_bigint BIGINT"));

    private final DatabaseKind kind;

    @AutoClose
    private TimeSeriesDatabase server;

    @AutoClose
    private JdbcDatabase database;

    BatchWriterContract(DatabaseKind kind) {
        this.kind = kind;
    }

    @BeforeEach
    void open() {
        server = kind.fresh();
        database = JdbcDatabase.of(settings(SchemaMode.CREATE), LANES);
    }

    TimeSeriesDatabase server() {
        return server;
    }

    JdbcDatabase database() {
        return database;
    }

    DatabaseSettings settings(SchemaMode schema) {
        return settings(server.jdbcUrl(), server.password(), schema);
    }

    private DatabaseSettings settings(String jdbcUrl, String password, SchemaMode schema) {
        return settings(jdbcUrl, password, server.name(), schema, Precision.MICROSECONDS);
    }

    DatabaseSettings settings(String jdbcUrl, String password, String name, SchemaMode schema, Precision precision) {
        return new DatabaseSettings(
                "plant",
                ConnectionSettings.of(jdbcUrl, server.username(), password)
                        .within(Duration.ofSeconds(5), Duration.ofSeconds(15)),
                name,
                SchemaSettings.of(schema, precision),
                engine());
    }

    /** Write engine, where the database has several. */
    WriteEngine engine() {
        return DatabaseSettings.DEFAULT_ENGINE;
    }

    /** Query result for a written value, where the two differ. */
    abstract @Nullable Object read(@Nullable Object written);

    /** The column that names the subtable in a query. */
    abstract String subtableColumn();

    /** Takes the server away; clients lose their connections. */
    abstract void stopServer();

    abstract void startServer();

    /** Runs a statement in the server's own language that creates {@link TestTables#METERS}. */
    abstract void createMeters() throws Exception;

    abstract void dropMeters() throws Exception;

    void write(Row... rows) throws WriteException {
        try (var writer = database.openWriter()) {
            writer.write(Arrays.asList(rows));
        }
    }

    private List<List<@Nullable Object>> stored(String columns) throws Exception {
        return server.query("SELECT " + columns + " FROM meters ORDER BY " + subtableColumn() + ", ts");
    }

    @Test
    void shouldReportThePrecision() throws Exception {
        try (var writer = database.openWriter()) {
            assertThat(writer.open()).isEqualTo(Precision.MICROSECONDS);
            assertThat(writer.open()).isEqualTo(Precision.MICROSECONDS);
        }
    }

    @Test
    void shouldKeepTheSmallestAndTheLargestValueOfEveryType() throws Exception {
        @Nullable
        Object[] smallest = {
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
            new BigDecimal("-9999999999999999.9999"),
            "",
            "",
            new byte[0],
            0L,
            "",
            -2147483647L,
            false,
            -1.5,
            -9L
        };
        @Nullable
        Object[] largest = {
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
            new BigDecimal("9999999999999999.9999"),
            "it's \"ä\" \\ 😀",
            "é😀漢",
            new byte[] {0, 1, -1, '\''},
            TIME,
            "tag 'x'",
            2147483647L,
            true,
            0.1,
            9L
        };
        write(row(ALL_TYPES, "low", TIME, smallest), row(ALL_TYPES, "high", TIME + MICROSECOND, largest));

        server.awaitCount("alltypes", 2);
        assertThat(allTypes()).usingRecursiveComparison().isEqualTo(List.of(asRead(smallest), asRead(largest)));
    }

    @Test
    void shouldKeepNullOfEveryType() throws Exception {
        int columns = ALL_TYPES.shape().columns().size();
        var nulls = new @Nullable Object[columns + ALL_TYPES.shape().tags().size()];
        write(row(ALL_TYPES, "nothing", TIME, nulls));

        server.awaitCount("alltypes", 1);
        assertThat(allTypes()).isEqualTo(List.of(Collections.nCopies(nulls.length, null)));
    }

    private List<List<@Nullable Object>> allTypes() throws Exception {
        var names = new ArrayList<String>();
        ALL_TYPES.shape().columns().forEach(column -> names.add(column.name()));
        ALL_TYPES.shape().tags().forEach(tag -> names.add(tag.name()));
        return server.query("SELECT " + String.join(", ", names) + " FROM alltypes ORDER BY ts");
    }

    private List<@Nullable Object> asRead(@Nullable Object[] written) {
        var read = new ArrayList<@Nullable Object>();
        for (int i = 0; i < written.length; i++) {
            boolean time = i < ALL_TYPES.shape().columns().size()
                    && ALL_TYPES.shape().columns().get(i).type().kind() == ColumnType.Kind.TIMESTAMP;
            read.add(time ? Instant.EPOCH.plusNanos((Long) written[i]) : read(written[i]));
        }
        return read;
    }

    @Test
    void shouldStoreAThousandRowsOfSeveralSubtables() throws Exception {
        var rows = new ArrayList<Row>();
        for (int i = 0; i < 10; i++) {
            meters("m" + i, 100).forEach(rows::add);
        }
        Collections.shuffle(rows, new Random(7));
        write(rows.toArray(Row[]::new));

        server.awaitCount("meters", 1_000);
        assertThat(stored(subtableColumn() + ", site").stream().distinct())
                .hasSize(10)
                .contains(List.of("m7", "site of m7"));
    }

    @Test
    void shouldStoreABatchThatNeedsSeveralStatements() throws Exception {
        var note = "0123456789".repeat(10);
        var rows = new ArrayList<Row>();
        for (int i = 0; i < 12_000; i++) {
            rows.add(meter("m" + i % 7, i, 1.0, note));
        }
        write(rows.toArray(Row[]::new));

        server.awaitCount("meters", 12_000);
        assertThat(stored("note").stream().distinct()).containsExactly(List.of(note));
    }

    /** They are more bytes than are executed at once, in one transaction where the database has any. */
    @Test
    void shouldStoreRowsThatShareALongValueAfterATableGotAColumn() throws Exception {
        var tags = List.of("site VARCHAR(4096)");
        var readings = table("meters", null, List.of("reading DOUBLE"), tags);
        var wider = table("meters", null, List.of("reading DOUBLE", "note VARCHAR(4096)"), tags);
        var text = "é".repeat(2_000);
        try (var evolving = JdbcDatabase.of(settings(SchemaMode.EVOLVE), 2);
                var writer = evolving.openWriter()) {
            writer.write(List.of(row(readings, "n", TIME, 1.0, text)));
            writer.write(IntStream.range(0, 4_000)
                    .mapToObj(i -> row(wider, "m" + i % 2, TIME + i * MICROSECOND, 1.0, text, text))
                    .toList());
        }

        server.awaitCount("meters", 4_001);
        assertThat(stored("site, note").stream().distinct()).hasSize(2).contains(List.of(text, text));
    }

    @Test
    void shouldCreateMoreSubtablesThanOneStatementCanName() throws Exception {
        var note = "0123456789".repeat(10);
        var rows = new ArrayList<Row>();
        for (int i = 0; i < 5_000; i++) {
            rows.add(meter("m" + i, i, 1.0, note));
        }
        write(rows.toArray(Row[]::new));

        server.awaitCount("meters", 5_000);
        assertThat(stored(subtableColumn()).stream().distinct()).hasSize(5_000);
    }

    @Test
    void shouldLetTheLastOfEqualKeysWinWhereSeveralRoutesWriteOneTable() throws Exception {
        write(meter("z", 0, 1.0, "here from now on"));
        var tags = List.of("site VARCHAR(64)");
        var swapped = table("meters", null, List.of("note VARCHAR(100)", "reading DOUBLE"), tags);
        var readings = table("meters", null, List.of("reading DOUBLE"), tags);
        write(
                meter("m", 0, 1.0, "first"),
                row(swapped, "n", TIME, "first", 1.0, "s"),
                row(swapped, "m", TIME, "second", null, "s"),
                meter("n", 0, 2.0, null),
                meter("o", 0, 3.0, "first"),
                row(readings, "o", TIME, 4.0, "s"),
                row(readings, "m", TIME + MICROSECOND, 5.0, "s"));

        server.awaitCount("meters", 5);
        assertThat(stored("reading"))
                .containsExactly(
                        Collections.singletonList(null), List.of(5.0), List.of(2.0), List.of(4.0), List.of(1.0));
        assertThat(stored("note").subList(0, 3))
                .containsExactly(List.of("second"), Collections.singletonList(null), Collections.singletonList(null));
    }

    /** Each statement that was prepared before, and rows of another one wait to be committed with its own. */
    @Test
    void shouldStoreWhatSeveralRoutesWriteAfterATableGotAColumn() throws Exception {
        var tags = List.of("site VARCHAR(64)");
        var readings = table("meters", null, List.of("reading DOUBLE"), tags);
        var wider = table("meters", null, List.of("reading DOUBLE", "more INT"), tags);
        try (var evolving = JdbcDatabase.of(settings(SchemaMode.EVOLVE), 2);
                var writer = evolving.openWriter();
                var other = evolving.openWriter()) {
            writer.write(List.of(meter("m", 0, 1.0, "x"), row(readings, "n", TIME, 1.0, "s")));
            other.write(List.of(row(wider, "o", TIME, 1.0, 5L, "s")));
            writer.write(List.of(
                    meter("m", 1, 2.0, "x"),
                    row(readings, "n", TIME + MICROSECOND, 2.0, "s"),
                    row(readings, "m", TIME + 2 * MICROSECOND, 3.0, "s")));
        }

        server.awaitCount("meters", 6);
    }

    @Test
    void shouldLetTheLastOfEqualKeysWin() throws Exception {
        write(meter("m", 0, 1.0, "first"), meter("m", 1, 5.0, "other"), meter("m", 0, null, "second"));
        server.awaitCount("meters", 2);
        assertThat(stored("reading, note")).containsExactly(Arrays.asList(null, "second"), List.of(5.0, "other"));

        write(meter("m", 0, 3.0, null), meter("n", 0, 4.0, "elsewhere"));
        server.awaitCount("meters", 3);
        assertThat(stored("reading, note"))
                .containsExactly(Arrays.asList(3.0, null), List.of(5.0, "other"), List.of(4.0, "elsewhere"));
    }

    @Test
    void shouldAddNoRowWhenABatchIsWrittenAgain() throws Exception {
        var rows = meters("m", 100).toArray(Row[]::new);
        write(rows);
        write(rows);
        write(meter("m", 100, 1.0, "the end"));

        server.awaitCount("meters", 101);
        assertThat(stored("reading").get(99)).isEqualTo(List.of(99 / 2.0));
    }

    @Test
    void shouldKeepRowsOfEqualTimeApartByTheirSequence() throws Exception {
        var keyed = table("meters", "seq", List.of("reading DOUBLE"), List.of("site VARCHAR(64)"));
        var rows = new ArrayList<Row>();
        for (int sequence : new int[] {3, 1, 2, 1}) {
            rows.add(new Row(
                    keyed.current(), "m", TIME, sequence, new @Nullable Object[] {sequence + rows.size() / 10.0, "x"}));
        }
        write(rows.toArray(Row[]::new));

        server.awaitCount("meters", 3);
        assertThat(server.query("SELECT seq, reading FROM meters ORDER BY seq"))
                .containsExactly(List.of(1L, 1.3), List.of(2L, 2.2), List.of(3L, 3.0));
    }

    @Test
    void shouldStoreHostileTextAsItIs() throws Exception {
        var hostile = List.of(
                "'); DROP TABLE meters; --",
                "\\",
                "\\'",
                "'",
                "''",
                "\"",
                "`",
                "\\n\\x41\\%\\_",
                "\n\r\t\b\u001f",
                "%s ? $1",
                "😀é漢\u2028",
                "null",
                "NULL",
                "true",
                "/* */",
                " blank ",
                "a;b",
                "{\"a\":1}",
                "\\x00ff",
                "\u007f\u0080");
        var rows = new ArrayList<Row>();
        for (int i = 0; i < hostile.size(); i++) {
            var text = hostile.get(i);
            rows.add(row(METERS, "h" + i, TIME + i * MICROSECOND, 0.0, text, text));
        }
        write(rows.toArray(Row[]::new));

        server.awaitCount("meters", hostile.size());
        assertThat(server.query("SELECT note, site FROM meters ORDER BY ts"))
                .isEqualTo(hostile.stream().map(text -> List.of(text, text)).toList());
    }

    /** Every character of the Basic Multilingual Plane beside every other kind of neighbour, and many of the others. */
    @Test
    void shouldStoreEveryCharacterAsItIs() throws Exception {
        var texts = new ArrayList<String>();
        var random = new Random(20_251_130);
        for (int first = 1; first < Character.MIN_SUPPLEMENTARY_CODE_POINT; first += 32) {
            texts.add(text(IntStream.range(first, Math.min(first + 32, Character.MIN_SUPPLEMENTARY_CODE_POINT))));
            texts.add(text(random.ints(16, 1, Character.MAX_CODE_POINT + 1)));
            texts.add(text(random.ints(16, 1, 0x80)));
        }
        var rows = new ArrayList<Row>();
        for (int i = 0; i < texts.size(); i++) {
            rows.add(row(METERS, "t" + i % 50, TIME + i * MICROSECOND, 0.0, texts.get(i), "here"));
        }
        write(rows.toArray(Row[]::new));

        server.awaitCount("meters", texts.size());
        assertThat(server.query("SELECT note FROM meters ORDER BY ts").stream().map(row -> row.get(0)))
                .containsExactlyElementsOf(texts);
    }

    private static String text(IntStream codePoints) {
        return codePoints
                .filter(c -> c < Character.MIN_SURROGATE || c > Character.MAX_SURROGATE)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    @Test
    void shouldKeepSubtablesOfStrangeNamesApart() throws Exception {
        var names = List.of("a/b", "a'b", "A", "a", "😀", "a b", "漢字", "a\"b", "a;b", "a\\b", "-", "x".repeat(192));
        write(names.stream()
                .map(name -> row(METERS, name, TIME, 1.0, "x", "here"))
                .toArray(Row[]::new));

        server.awaitCount("meters", names.size());
        assertThat(stored(subtableColumn()).stream().map(row -> row.get(0))).containsExactlyInAnyOrderElementsOf(names);
    }

    @Test
    void shouldRefuseTextThatIsNotUnicode() {
        assertFailure(() -> write(meter("m", 0, 1.0, "half \uD83D pair")), FailureKind.REJECTED, "Unicode");
    }

    @Test
    void shouldRefuseANameThatTheDatabaseCanNotHave() {
        var strange = table("me`\"ters", null, List.of("reading DOUBLE"), List.of("site VARCHAR(64)"));
        assertFailure(() -> write(row(strange, "m", TIME, 1.0, "x")), FailureKind.REJECTED, "me`\"ters");
    }

    @Test
    void shouldCreateATableFromSeveralWritersAtOnce() throws Exception {
        var barrier = new CyclicBarrier(LANES);
        var threads = Executors.newFixedThreadPool(LANES);
        try {
            var tasks = new ArrayList<Callable<Void>>();
            for (int lane = 0; lane < LANES; lane++) {
                var row = meter("lane" + lane, lane, 1.0, "x");
                tasks.add(() -> {
                    barrier.await();
                    writeUntilStored(row);
                    return null;
                });
            }
            for (var result : threads.invokeAll(tasks)) {
                result.get();
            }
        } finally {
            threads.shutdown();
        }
        server.awaitCount("meters", LANES);
    }

    /** Retries transient and stale-schema failures as the pipeline does. */
    private void writeUntilStored(Row row) throws WriteException {
        try (var writer = database.openWriter()) {
            for (int tries = 1; ; tries++) {
                try {
                    writer.write(List.of(row));
                    return;
                } catch (WriteException e) {
                    boolean again = e.kind() == FailureKind.TRANSIENT || e.kind() == FailureKind.SCHEMA;
                    if (!again || tries == 20) {
                        throw e;
                    }
                }
            }
        }
    }

    @Test
    void shouldWriteAgainAfterTheServerWasAway() throws Exception {
        try (var writer = database.openWriter()) {
            writer.write(List.of(meter("m", 0, 1.0, "before")));
            server.awaitCount("meters", 1);
            stopServer();
            try {
                // a server that is stopping may serve its connections a little longer
                await().untilAsserted(() -> assertFailure(
                        () -> writer.write(List.of(meter("m", 1, 2.0, "lost"))), FailureKind.TRANSIENT, "plant"));
                await().untilAsserted(() -> assertFailure(writer::open, FailureKind.TRANSIENT, "plant"));
            } finally {
                startServer();
            }
            writeUntilStored(writer, meter("m", 1, 3.0, "after"));
        }
        server.awaitCount("meters", 2);
    }

    private static void writeUntilStored(BatchWriter writer, Row row) {
        await().untilAsserted(
                        () -> assertThatCode(() -> writer.write(List.of(row))).doesNotThrowAnyException());
    }

    /** https://github.com/brettwooldridge/HikariCP/issues/1944: such a pool was lost for good. */
    @Tag("full")
    @Test
    void shouldConnectWhereverTheFirstConnectionBroke() throws Exception {
        try (var link = new TcpRelay(server.jdbcUrl())) {
            for (int bytes = 1; bytes < 1_000; bytes += 40) {
                link.breakNextAfter(bytes);
                writeUntilStored(link.jdbcUrl(), meter("m" + bytes, 0, 1.0, null));
            }
        }
        server.awaitCount("meters", 25);
        assertThat(server.query("SELECT DISTINCT " + subtableColumn() + " FROM meters"))
                .hasSize(25);
    }

    private void writeUntilStored(String jdbcUrl, Row row) {
        var impatient = new DatabaseSettings(
                "plant",
                ConnectionSettings.of(jdbcUrl, server.username(), server.password())
                        .within(Duration.ofSeconds(1), Duration.ofSeconds(1)),
                server.name(),
                SchemaSettings.of(SchemaMode.CREATE, Precision.MICROSECONDS),
                engine());
        try (var behindLink = JdbcDatabase.of(impatient, LANES);
                var writer = behindLink.openWriter()) {
            await(row.subtable()).until(() -> isStored(writer, row));
        }
    }

    private static boolean isStored(BatchWriter writer, Row row) {
        try {
            writer.write(List.of(row));
            return true;
        } catch (WriteException e) {
            assertThat(e.kind()).isEqualTo(FailureKind.TRANSIENT);
            return false;
        }
    }

    @Tag("full")
    @Test
    void shouldSayThatNobodyListens() throws Exception {
        int port;
        try (var socket = new ServerSocket(0)) {
            port = socket.getLocalPort();
        }
        var url = server.jdbcUrl().replaceFirst(":\\d+", ":" + port);
        try (var away = JdbcDatabase.of(settings(url, "secret word", SchemaMode.CREATE), 1);
                var writer = away.openWriter()) {
            assertFailure(writer::open, FailureKind.TRANSIENT, "plant");
        }
    }

    @Test
    void shouldSayThatThePasswordIsWrongWithoutShowingIt() {
        var settings = settings(server.jdbcUrl(), "a+b %41&c/ä", SchemaMode.CREATE);
        try (var locked = JdbcDatabase.of(settings, 1);
                var writer = locked.openWriter()) {
            var failure = assertFailure(writer::open, FailureKind.FATAL, "check user name and password");
            for (Throwable t = failure; t != null; t = t.getCause()) {
                assertThat(t.toString()).doesNotContain("a+b %41&c/ä").doesNotContain("a%2Bb");
            }
        }
    }

    @Test
    void shouldNameTheMissingTableWhereItMayNotCreateIt() throws Exception {
        write(row(table("other", null, List.of("reading INT"), List.of("site INT")), "o", TIME, 1L, 1L));
        try (var careful = JdbcDatabase.of(settings(SchemaMode.OFF), 1);
                var writer = careful.openWriter()) {
            assertFailure(() -> writer.write(List.of(meter("m", 0, 1.0, "x"))), FailureKind.REJECTED, "CREATE ");
            createMeters();
            writer.write(List.of(meter("m", 0, 1.0, "x")));
        }
        server.awaitCount("meters", 1);
    }

    @Test
    void shouldNameTheMissingColumnUnlessItMayAddIt() throws Exception {
        write(meter("m", 0, 1.0, "x"));
        var wider = table(
                "meters",
                null,
                List.of("reading DOUBLE", "note VARCHAR(100)", "more INT"),
                List.of("site VARCHAR(64)", "room INT"));
        var row = row(wider, "m2", TIME + MICROSECOND, 2.0, "y", 5L, "s", 7L);
        assertFailure(() -> write(row), FailureKind.REJECTED, "ADD COLUMN");

        try (var evolving = JdbcDatabase.of(settings(SchemaMode.EVOLVE), 1);
                var writer = evolving.openWriter()) {
            writer.write(List.of(row));
        }
        server.awaitCount("meters", 2);
        assertThat(stored("more, room")).containsExactly(Arrays.asList(null, null), List.of(5L, 7L));
    }

    @Test
    void shouldRefuseAColumnThatWouldChangeValues() throws Exception {
        var tags = List.of("site VARCHAR(64)");
        write(row(table("meters", null, List.of("reading BIGINT"), tags), "m", TIME, 1L, "x"));
        var rounded = table("meters", null, List.of("reading DOUBLE"), tags);
        for (var schema : SchemaMode.values()) {
            try (var strict = JdbcDatabase.of(settings(schema), 1);
                    var writer = strict.openWriter()) {
                var failure = assertFailure(
                        () -> writer.write(List.of(row(rounded, "m", TIME, 1.7, "x"))),
                        FailureKind.REJECTED,
                        "every DOUBLE");
                assertThat(failure.sentence()).contains("reading as ");
            }
        }

        var narrower = table("meters", null, List.of("reading INT"), tags);
        write(row(narrower, "m", TIME + MICROSECOND, 2L, "x"));
        server.awaitCount("meters", 2);
    }

    @Test
    void shouldRefuseATableWhoseKeysDiffer() throws Exception {
        write(meter("m", 0, 1.0, "x"));
        var keyed = table("meters", "seq", List.of("reading DOUBLE"), List.of("site VARCHAR(64)"));
        assertFailure(() -> write(row(keyed, "m", TIME, 1.0, "x")), FailureKind.REJECTED, "keys");
    }

    @Test
    void shouldCreateATableAgainThatWasDropped() throws Exception {
        try (var writer = database.openWriter()) {
            writer.write(List.of(meter("m", 0, 1.0, "x")));
            server.awaitCount("meters", 1);
            dropMeters();
            assertFailure(() -> writer.write(List.of(meter("m", 1, 1.0, "y"))), FailureKind.SCHEMA, "plant");
            writer.write(List.of(meter("m", 1, 1.0, "y")));
        }
        server.awaitCount("meters", 1);
    }

    @Test
    void shouldAnswerForSubtablesThatAreThereOrMissing() throws Exception {
        try (var writer = database.openWriter()) {
            writer.open(); // creates the database
            assertThat(writer.probe(List.of(meter("m", 0, 1.0, "x")))).isTrue();
            writer.write(List.of(meter("m", 0, 1.0, "x")));
            assertThat(writer.probe(List.of(meter("m", 1, 1.0, "x")))).isTrue();
            assertThat(writer.probe(List.of(meter("other", 1, 1.0, "x")))).isTrue();
            writer.write(List.of(meter("m", 2, 1.0, "x")));
        }
        server.awaitCount("meters", 2);
    }

    @Test
    void shouldNotTakeALostConnectionForAnAnswer() throws Exception {
        write(meter("m", 0, 1.0, "x"));
        try (var link = new TcpRelay(server.jdbcUrl());
                var behind = JdbcDatabase.of(settings(link.jdbcUrl(), server.password(), SchemaMode.CREATE), 1);
                var writer = behind.openWriter()) {
            assertThat(writer.probe(List.of(meter("m", 0, 1.0, "x")))).isTrue();
            link.cut();
            assertThat(writer.probe(List.of(meter("m", 0, 1.0, "x")))).isFalse();
        }
    }

    @Test
    void shouldWorkAgainAfterAllDatabasesWereClosed() throws Exception {
        for (int round = 0; round < 3; round++) {
            write(meter("m", round, 1.0, "x"));
            database.close();
            database.close();
            database = JdbcDatabase.of(settings(SchemaMode.CREATE), LANES);
        }
        server.awaitCount("meters", 3);
    }

    public static WriteException assertFailure(ThrowingCallable call, FailureKind kind, String words) {
        var failure = catchThrowableOfType(WriteException.class, call);
        assertThat(failure).as("failure").isNotNull();
        assertThat(failure.kind()).as(failure.sentence()).isEqualTo(kind);
        assertThat(failure.sentence()).contains(words);
        return failure;
    }
}
