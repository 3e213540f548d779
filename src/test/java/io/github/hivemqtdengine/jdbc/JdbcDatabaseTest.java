// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static io.github.hivemqtdengine.jdbc.BatchWriterContract.assertFailure;
import static io.github.hivemqtdengine.jdbc.TestTables.meter;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.jdbc.dialect.TlsSettings;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.DatabaseScript;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JdbcDatabaseTest {

    private static final String INSERT = "INSERT";
    private static final String SHORT = "INSERT INTO `Factory`.`m` (`ts`,";
    private static final String WITH_TAGS = "INSERT INTO `Factory`.`m` USING `Factory`.`meters` (`site`) TAGS (";

    /** Wait for a connection that is refused. */
    private static final Duration IMPATIENCE = Duration.ofSeconds(1);

    private final DatabaseScript script = new DatabaseScript()
            .answer("SELECT `precision`", List.of(List.of("us")))
            .answer(
                    "DESCRIBE",
                    List.of(
                            List.of("ts", "TIMESTAMP", 8, ""),
                            List.of("reading", "DOUBLE", 8, ""),
                            List.of("note", "VARCHAR", 100, ""),
                            List.of("site", "VARCHAR", 64, "TAG")));
    private final JdbcDatabase database = ScriptedDialect.database(script, SchemaMode.CREATE);
    private final BatchWriter writer = database.openWriter();

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void shouldCountItsOpenConnections() throws Exception {
        assertThat(database.connections()).isZero();

        writer.open();

        assertThat(database.connections()).isEqualTo(1);
    }

    /** A server that has lost its data gets the database again, which an operator must hear of. */
    @Test
    void shouldSayOnceThatTheDatabaseDidNotExist() throws Exception {
        script.answer("SELECT `precision`", List.of());
        assertThatExceptionOfType(WriteException.class)
                .isThrownBy(writer::open)
                .withMessageContaining("was created, but is not there yet");
        script.answer("SELECT `precision`", List.of(List.of("us")));

        writer.open();
        writer.open();

        assertThat(log.lines())
                .containsOnlyOnce("WARN Database \"Factory\" did not exist and was created; if it had rows before, the"
                        + " server has lost them: restore a backup");
    }

    @Test
    void shouldChooseTheDialectByTheUrl() {
        assertThat(JdbcDatabase.supports("jdbc:TAOS-WS://td1:6041,td2:6041")).isTrue();
        assertThat(JdbcDatabase.supports("jdbc:postgresql://localhost:8812/qdb"))
                .isTrue();
        assertThat(JdbcDatabase.supports("jdbc:mysql://localhost")).isFalse();
    }

    @Test
    void shouldCloseWithoutAWarning() throws Exception {
        writer.write(List.of(meter("m", 0, 1.0, "x")));

        database.close();

        assertThat(log.lines()).isEmpty();
    }

    @Test
    void shouldNameTheSupportedUrlsWhereItKnowsNone() {
        var settings = new DatabaseSettings(
                "plant",
                ConnectionSettings.of("jdbc:mysql://x", "u", "p").within(Duration.ZERO, Duration.ZERO),
                "n",
                SchemaSettings.of(SchemaMode.OFF, Precision.MICROSECONDS));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> JdbcDatabase.of(settings, 1))
                .withMessageContainingAll("jdbc:TAOS-WS://", "jdbc:postgresql://");
    }

    @Test
    void shouldConnectNotBeforeTheFirstUse() throws Exception {
        assertThat(script.connectionsOpened()).isZero();
        assertThat(writer.open()).isEqualTo(Precision.MICROSECONDS);
        assertThat(script.connectionsOpened()).isEqualTo(1);
    }

    @Test
    void shouldEncodeThePasswordForADriverThatDecodesIt() throws Exception {
        writer.open();
        assertThat(script.lastProperties())
                .containsEntry("password", "open+sesame")
                .containsEntry("user", "mqtt")
                .containsEntry("messageWaitTimeout", "1000")
                .containsEntry("httpConnectTimeout", "5000")
                .containsEntry("enableAutoReconnect", "false")
                .containsEntry("retryTimes", "1")
                .containsEntry("stmtBindMode", "traditional");
    }

    @Test
    void shouldNameTheTagsOnlyWithTheFirstRowsOfASubtable() throws Exception {
        write(0);
        write(1);
        assertThat(script.statements(INSERT)).hasSize(2);
        assertThat(script.statements(INSERT).get(0)).startsWith(WITH_TAGS);
        assertThat(script.statements(INSERT).get(1)).startsWith(SHORT);
        assertThat(script.statements("DESCRIBE")).hasSize(1);
        assertThat(script.statements("CREATE")).isEmpty();
    }

    @Test
    void shouldNameTheTagsAgainAfterTheServerMissedTheTable() throws Exception {
        write(0);
        script.fail(INSERT, 1, 0x2603);
        assertFailure(() -> write(1), FailureKind.SCHEMA, "0x2603");
        write(1);
        assertThat(script.statements(INSERT)).hasSize(3);
        assertThat(script.statements(INSERT).get(2)).startsWith(WITH_TAGS);
        assertThat(script.statements("DESCRIBE")).hasSize(2);
    }

    /** A login and a look at every table are the last that an overloaded server needs. */
    @ParameterizedTest
    @CsvSource({"REJECTED, 2653", "CONGESTED, 0528", "TOO_LARGE, 0219"})
    void shouldKeepConnectionAndSchemaWhenTheDatabaseDoesNotTakeRowsNow(FailureKind kind, String code)
            throws Exception {
        write(0);
        script.fail(INSERT, 1, Integer.parseInt(code, 16));
        var rows = List.of(meter("m", 1, 1.0, "x"), meter("new", 1, 1.0, "x"));
        assertFailure(() -> writer.write(rows), kind, "0x" + code);
        writer.write(rows);
        assertThat(script.connectionsOpened()).isEqualTo(1);
        assertThat(script.statements("DESCRIBE")).hasSize(1);
        // a refused statement may have created its subtables, or not
        assertThat(script.statements(INSERT).get(2))
                .startsWith(SHORT)
                .contains("`Factory`.`new` USING `Factory`.`meters`");
    }

    @Test
    void shouldTakeANewConnectionAfterATransientFailure() throws Exception {
        write(0);
        script.fail(INSERT, 1, 0x231e);
        assertFailure(() -> write(1), FailureKind.TRANSIENT, "0x231e");
        write(1);
        assertThat(script.connectionsOpened()).isEqualTo(2);
        await().until(() -> script.connectionsOpen() == 1);
    }

    @Test
    void shouldTakeANewConnectionAfterALostOne() throws Exception {
        write(0);
        script.drop(INSERT, 1);
        assertFailure(() -> write(1), FailureKind.TRANSIENT, "connection lost");
        write(1);
        assertThat(script.connectionsOpened()).isEqualTo(2);
    }

    /** Connections that were idle for half a second are asked by the pool whether they live. */
    @Test
    void shouldLookAtTheDatabaseAgainAfterThePoolFoundItAway() throws Exception {
        try (var impatient = ScriptedDialect.impatientDatabase(script, IMPATIENCE);
                var writer = impatient.openWriter()) {
            writer.write(List.of(meter("m", 0, 1.0, "x")));
            script.loseConnections().refuseConnections(new SQLException("away", "08001"));
            script.answer("SELECT `precision`", List.of(List.of("ns")));
            await().pollDelay(Duration.ofMillis(600))
                    .untilAsserted(() -> assertFailure(
                            () -> writer.write(List.of(meter("m", 1, 1.0, "x"))), FailureKind.TRANSIENT, "away"));
            script.refuseConnections(null);
            assertThat(writer.open()).isEqualTo(Precision.NANOSECONDS);
        }
    }

    @Test
    void shouldTakeANewConnectionAfterADefectOfTheDriver() throws Exception {
        script.crash(INSERT, 1, new IllegalStateException("no event loop"));
        assertFailure(() -> write(1), FailureKind.UNKNOWN, "no event loop");
        write(1);
        assertThat(script.connectionsOpened()).isEqualTo(2);
    }

    @Test
    void shouldSayWhyItCanNotConnect() {
        try (var impatient = ScriptedDialect.impatientDatabase(script, IMPATIENCE);
                var writer = impatient.openWriter()) {
            script.refuseConnections(new SQLException("nobody", "", 0x231d));
            assertFailure(writer::open, FailureKind.TRANSIENT, "0x231d");
            script.refuseConnections(new SQLException("(0x357):auth failure:Authentication failure"));
            assertFailure(writer::open, FailureKind.FATAL, "check user name and password");
        }
    }

    @Test
    void shouldBlameNoRowWhereItCanNotConnect() {
        try (var impatient = ScriptedDialect.impatientDatabase(script, IMPATIENCE);
                var writer = impatient.openWriter()) {
            script.refuseConnections(new SQLException("(0x7abc):never heard of"));
            assertFailure(() -> writer.write(List.of(meter("m", 0, 1.0, "x"))), FailureKind.TRANSIENT, "0x7abc");
        }
    }

    @Test
    void shouldKeepThePasswordToItself() {
        script.fail(
                INSERT, 1, new SQLException("failed: {\"user\":\"mqtt\",\"password\":\"open sesame\"}", "", 0x231e));
        var failure = assertFailure(() -> write(1), FailureKind.TRANSIENT, "***");
        assertThat(failure).hasMessageNotContaining("sesame");
        assertThat(failure.getCause()).hasMessageNotContaining("sesame");
    }

    @Test
    void shouldKeepThePasswordToItselfWhereTheConnectionCanNotBeGivenBack() throws Exception {
        writer.open();
        var message = " failed: {\"user\":\"mqtt\",\"password\":\"open sesame\"}";
        script.fail(INSERT, 1, new SQLException("write" + message, "", 0x2653))
                .failToReturn(new SQLException("return" + message));

        var stackTrace = new StringWriter();
        assertFailure(() -> write(0), FailureKind.REJECTED, "write").printStackTrace(new PrintWriter(stackTrace));

        assertThat(stackTrace.toString())
                .contains("write failed", "Caused by: ", "Suppressed: ", "return failed")
                .doesNotContain("sesame");
    }

    @Test
    void shouldShowNoPartOfAPasswordWhereItCutsAMessage() {
        script.fail(INSERT, 1, new SQLException("x".repeat(994) + " " + ScriptedDialect.PASSWORD, "", 0x231e));
        assertThat(assertFailure(() -> write(1), FailureKind.TRANSIENT, "x ***"))
                .hasMessageNotContaining("open");
    }

    @Test
    void shouldLetOneLaneWriteWhileAnotherOneHangs() throws Exception {
        var release = new CountDownLatch(1);
        var thread = Executors.newSingleThreadExecutor();
        try (var other = database.openWriter()) {
            script.hang(INSERT, 1, release);
            Future<?> hanging = thread.submit(() -> {
                write(0);
                return null;
            });
            await().until(() -> script.statements(INSERT).size() == 1);
            other.write(List.of(meter("n", 0, 1.0, "x")));
            assertThat(hanging).isNotDone();
            release.countDown();
            assertThat(hanging).succeedsWithin(Duration.ofSeconds(30));
        } finally {
            release.countDown();
            thread.shutdown();
        }
    }

    /** Checks the precision of a database that another client may have created at the same moment. */
    @Test
    void shouldCreateTheDatabaseThatIsNotThereAndLookHowItIs() throws Exception {
        script.answer("SELECT `precision`", List.of());
        assertFailure(writer::open, FailureKind.TRANSIENT, "was created, but is not there yet");
        assertThat(script.statements("CREATE DATABASE"))
                .containsExactly("CREATE DATABASE IF NOT EXISTS `Factory` PRECISION 'us'");

        script.answer("SELECT `precision`", List.of(List.of("ns")));
        assertThat(writer.open()).isEqualTo(Precision.NANOSECONDS);
        assertThat(script.statements("CREATE DATABASE")).hasSize(1);
    }

    @Test
    void shouldAskForTheDatabaseWhereItMayNotCreateIt() {
        script.answer("SELECT `precision`", List.of());
        try (var careful = ScriptedDialect.database(script, SchemaMode.OFF);
                var carefulWriter = careful.openWriter()) {
            assertFailure(carefulWriter::open, FailureKind.FATAL, "CREATE DATABASE IF NOT EXISTS `Factory`");
        }
        assertThat(script.statements("CREATE")).isEmpty();
    }

    @Test
    void shouldCreateTheTableThatIsNotThere() throws Exception {
        script.fail("DESCRIBE", 1, 0x2603);
        write(0);
        assertThat(script.statements("CREATE STABLE")).hasSize(1);
        assertThat(script.statements(INSERT)).hasSize(1);
    }

    @Test
    void shouldCallAKeyByItsOldNameOnOldServers() throws Exception {
        script.fail("DESCRIBE", 1, 0x2603)
                .fail("CREATE STABLE", 1, 0x2600)
                .answer(
                        "DESCRIBE",
                        List.of(
                                List.of("ts", "TIMESTAMP", 8, ""),
                                List.of("seq", "BIGINT", 8, "PRIMARY KEY"),
                                List.of("reading", "DOUBLE", 8, ""),
                                List.of("site", "VARCHAR", 64, "TAG")));
        var keyed = TestTables.table("meters", "seq", List.of("reading DOUBLE"), List.of("site VARCHAR(64)"));
        writer.write(List.of(TestTables.row(keyed, "m", TestTables.TIME, 1.0, "x")));
        assertThat(script.statements("CREATE STABLE").get(1)).contains("`seq` BIGINT PRIMARY KEY");
    }

    @Test
    void shouldSayWhichServersHaveBlobs() {
        script.fail("DESCRIBE", 1, 0x2603).fail("CREATE STABLE", 1, 0x2600);
        var images = TestTables.table("images", null, List.of("image BLOB"), List.of("site VARCHAR(64)"));
        var row = TestTables.row(images, "i", TestTables.TIME, new byte[1], "x");

        assertFailure(() -> writer.write(List.of(row)), FailureKind.REJECTED, "update it to TDengine 3.3.7 or newer");
        assertThat(script.statements("CREATE STABLE")).hasSize(1);
    }

    @Test
    void shouldCheckTheTypesOfColumnsThatSomebodyElseAddedFirst() throws Exception {
        script.answer("DESCRIBE", List.of(List.of("ts", "TIMESTAMP", 8, ""), List.of("site", "VARCHAR", 64, "TAG")));
        var release = new CountDownLatch(1);
        script.hang("ALTER", 1, release).fail("ALTER", 1, 0x036B);
        var thread = Executors.newSingleThreadExecutor();
        try (var evolving = ScriptedDialect.database(script, SchemaMode.EVOLVE);
                var evolver = evolving.openWriter()) {
            Future<?> writing = thread.submit(() -> {
                evolver.write(List.of(meter("m", 0, 1.0, "x")));
                return null;
            });
            await().until(() -> script.statements("ALTER").size() == 1);
            script.answer(
                    "DESCRIBE",
                    List.of(
                            List.of("ts", "TIMESTAMP", 8, ""),
                            List.of("reading", "INT", 4, ""),
                            List.of("note", "VARCHAR", 100, ""),
                            List.of("site", "VARCHAR", 64, "TAG")));
            release.countDown();
            assertThat(writing)
                    .failsWithin(Duration.ofSeconds(30))
                    .withThrowableOfType(ExecutionException.class)
                    .withMessageContaining("reading as INT, which can't hold every DOUBLE");
        } finally {
            release.countDown();
            thread.shutdown();
        }
        assertThat(script.statements(INSERT)).isEmpty();
    }

    @Test
    void shouldTakeTheNewPrecisionOfADatabaseThatWasMadeAgain() throws Exception {
        write(0);
        script.answer("SELECT `precision`", List.of(List.of("ns"))).fail(INSERT, 1, 0x060B);
        assertFailure(() -> write(1), FailureKind.SCHEMA, "has the precision ns now, it had us");

        assertThat(writer.open()).isEqualTo(Precision.NANOSECONDS);
        write(1);
        assertThat(script.statements(INSERT))
                .last()
                .asString()
                .contains(Long.toString(meter("m", 1, 1.0, "x").timestamp()));
    }

    @Test
    void shouldBlameARowForItsTimeWhereThePrecisionIsTheSame() throws Exception {
        write(0);
        script.fail(INSERT, 1, 0x060B);
        assertFailure(() -> write(1), FailureKind.REJECTED, "0x060b");
    }

    @Test
    void shouldLeaveNoDriverBehindWhenTheLastDatabaseIsClosed() {
        database.close();
        database.close();
        assertNoDriver();
        assertThat(script.connectionsOpen()).isZero();
    }

    @Test
    void shouldLeaveNoDriverBehindWhereADatabaseCanNotBeMade() {
        database.close();
        var connection = ConnectionSettings.of("jdbc:TAOS-WS://td1,td2", "u", "p")
                .over(new TlsSettings(Path.of("no", "such", "ca.pem"), true));
        var settings = new DatabaseSettings("plant", connection, "n", SchemaSettings.DEFAULT);
        assertThatIllegalArgumentException().isThrownBy(() -> JdbcDatabase.of(settings, 1));
        assertNoDriver();
    }

    private static void assertNoDriver() {
        assertThat(DriverManager.drivers().map(driver -> driver.getClass().getClassLoader()))
                .doesNotContain(JdbcDatabase.class.getClassLoader());
    }

    private void write(int microsecond) throws Exception {
        writer.write(List.of(meter("m", microsecond, 1.0, "x")));
    }
}
