// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.driver;

import static io.github.hivemqtdengine.jdbc.BatchWriterContract.assertFailure;
import static io.github.hivemqtdengine.jdbc.TestTables.meter;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.hivemqtdengine.jdbc.DriverUse;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.TlsSettings;
import io.github.hivemqtdengine.jdbc.tdengine.TdengineDialect;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.Patience;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TcpRelay;
import io.github.hivemqtdengine.testkit.TestCertificate;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Ways to a real TDengine: encrypted, compressed, over several endpoints. */
@Tag("full")
class TdengineConnectionIT {

    /** For expected failures; expected successes may take longer on a busy machine. */
    private static final Duration QUICK = Duration.ofSeconds(2);

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(10);

    private final TDengineServer server = TDengineServer.shared();

    @AutoClose
    private final TimeSeriesDatabase database = server.freshDatabase();

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @TempDir
    Path folder;

    @Test
    void shouldTrustTheCertificatesOfAFile() throws Exception {
        var certificate = new TestCertificate(folder, "ip:127.0.0.1");
        assertWrites(certificate, new TlsSettings(certificate.pem(), true), meter("m", 0, 1.0, "x"));
        assertWrites(certificate, new TlsSettings(certificate.der(), true), meter("m", 1, 1.0, "x"));
        database.awaitCount("meters", 2);
    }

    @Test
    void shouldTrustTheCertificatesOfTheJvmWhereThereIsNoFile() throws Exception {
        var certificate = new TestCertificate(folder, "ip:127.0.0.1");
        certificate.whileTrusted(() -> assertWrites(certificate, new TlsSettings(null, true), meter("m", 0, 1.0, "x")));
        database.awaitCount("meters", 1);
    }

    private void assertWrites(TestCertificate certificate, TlsSettings tls, Row row) {
        try (var link = new TcpRelay(server.jdbcUrl(), certificate.server());
                var encrypted = over(link, tls);
                var writer = encrypted.openWriter()) {
            assertThatCode(() -> writer.write(List.of(row))).doesNotThrowAnyException();
        }
    }

    @Test
    void shouldNotTalkToAServerThatNobodyVouchesFor() {
        var certificate = new TestCertificate(folder, "ip:127.0.0.1");
        assertNoConnection(certificate, new TlsSettings(null, true), "certification path");
        assertNoConnection(certificate, new TlsSettings(null, false), "certification path");
    }

    @Test
    void shouldNotTalkToAServerThatAnotherCertificateIsMadeOutTo() throws Exception {
        var certificate = new TestCertificate(folder, "dns:td.example.org");
        assertNoConnection(certificate, new TlsSettings(certificate.pem(), true), "IP address 127.0.0.1");
        try (var link = new TcpRelay(server.jdbcUrl(), certificate.server());
                var unchecked = over(link, new TlsSettings(certificate.pem(), false));
                var writer = unchecked.openWriter()) {
            assertThat(writer.open()).isNotNull();
        }
    }

    private void assertNoConnection(TestCertificate certificate, TlsSettings tls, String why) {
        try (var link = new TcpRelay(server.jdbcUrl(), certificate.server());
                var encrypted = quicklyOver(link, tls);
                var writer = encrypted.openWriter()) {
            assertFailure(writer::open, FailureKind.TRANSIENT, "plant");
            assertThat(log.lines())
                    .filteredOn(line ->
                            line.startsWith("WARN Encrypted connection to \"" + TdengineUrl.peer(link.jdbcUrl())))
                    .singleElement()
                    .asString()
                    .contains(why)
                    .endsWith("check <tls> and the server's certificate");
            assertThat(link.clientBytes()).isZero();
        }
    }

    @Test
    void shouldSendFewerBytesWhereTheyAreCompressed() throws Exception {
        long plain = bytesOfAThousandRows(false);
        assertThat(bytesOfAThousandRows(true)).isLessThan(plain / 3);
        database.awaitCount("meters", 1_000);
    }

    private long bytesOfAThousandRows(boolean compressed) throws Exception {
        try (var link = new TcpRelay(server.jdbcUrl());
                var other = JdbcDatabase.of(settings(connection(link.jdbcUrl()).compressed(compressed)), 1);
                var writer = other.openWriter()) {
            writer.write(thousandRows());
            return link.clientBytes();
        }
    }

    private static List<Row> thousandRows() {
        return IntStream.range(0, 1_000)
                .mapToObj(i -> meter("m" + i % 10, i, (double) i, "the same text again and again"))
                .toList();
    }

    /** Simulates a kill of taosAdapter while a lane checks a table: the failure must not wait for the time limit. */
    @Test
    void shouldFailAResultThatWaitsForItsRowsWhenItsSocketIsLost() throws Exception {
        var dialect = new TdengineDialect();
        DriverUse.begin(dialect);
        try (var link = new TcpRelay(server.jdbcUrl());
                var connection = dialect.connect(link.jdbcUrl(), patientLogin());
                var statement = connection.createStatement();
                var result = statement.executeQuery("SHOW DATABASES")) {
            link.delay(Duration.ofMinutes(10));
            long bytes = link.clientBytes();
            var failure = CompletableFuture.supplyAsync(() -> catchThrowable(result::next));
            await().until(() -> link.clientBytes() > bytes);

            link.cut();

            assertThat(failure.get(TimeSeriesDatabase.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            lost -> assertThat(TdengineFailures.classify(lost).unreachable())
                                    .isTrue());
        } finally {
            DriverUse.end(dialect);
        }
    }

    private Properties patientLogin() {
        var properties = new Properties();
        properties.setProperty("user", server.username());
        properties.setProperty("password", server.password());
        properties.setProperty("enableAutoReconnect", "false");
        properties.setProperty(
                "messageWaitTimeout", String.valueOf(Duration.ofMinutes(10).toMillis()));
        return properties;
    }

    @Test
    void shouldSpreadItsLanesOverTheEndpoints() throws Exception {
        try (var one = new TcpRelay(server.jdbcUrl());
                var other = new TcpRelay(server.jdbcUrl());
                var both = JdbcDatabase.of(settings(connection(endpoints(one, other))), 2);
                var first = both.openWriter();
                var second = both.openWriter()) {
            first.write(List.of(meter("m", 0, 1.0, "x")));
            long ofFirst = one.clientBytes();
            assertThat(ofFirst).isPositive();
            assertThat(other.clientBytes()).isZero();
            second.write(List.of(meter("n", 0, 1.0, "x")));
            assertThat(one.clientBytes()).isEqualTo(ofFirst);
            assertThat(other.clientBytes()).isPositive();
        }
    }

    @Test
    void shouldGoOnWithAnotherEndpointAndReturnToItsOwn() throws Exception {
        try (var own = new TcpRelay(server.jdbcUrl());
                var other = new TcpRelay(server.jdbcUrl());
                var both = JdbcDatabase.of(settings(connection(endpoints(own, other))), 1);
                var writer = both.openWriter()) {
            writer.write(List.of(meter("m", 0, 1.0, "x")));
            own.cut();
            assertFailure(() -> writer.write(List.of(meter("m", 1, 1.0, "x"))), FailureKind.TRANSIENT, "plant");
            writer.write(List.of(meter("m", 1, 1.0, "x")));
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("its lanes use the other endpoints"))
                    .hasSize(1);

            own.mend();
            long before = own.clientBytes();
            await().until(() -> {
                tryToWrite(writer, meter("m", 2, 1.0, "x"));
                return own.clientBytes() > before;
            });
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("is available again"))
                    .hasSize(1);
        }
        database.awaitCount("meters", 3);
    }

    private static void tryToWrite(BatchWriter writer, Row row) {
        try {
            writer.write(List.of(row));
        } catch (WriteException e) {
            assertThat(e.kind()).isEqualTo(FailureKind.TRANSIENT);
        }
    }

    /** Driver 3.7.9 keeps a socket where one of its connection's statements can't be closed. */
    @Test
    void shouldKeepNoSocketOfAServerThatHangs() throws Exception {
        var adapter = server.processes().adapter();
        try (var link = new TcpRelay(server.jdbcUrl());
                var bound = JdbcDatabase.of(
                        new DatabaseSettings(
                                "plant",
                                connection(link.jdbcUrl()).within(QUICK, QUICK),
                                database.name(),
                                SchemaSettings.DEFAULT,
                                WriteEngine.STATEMENT),
                        1);
                var writer = bound.openWriter()) {
            writeUntilStored(writer);
            writeUntilStored(writer);
            await().until(() -> link.connections() == 1);
            adapter.pause();
            try {
                assertFailure(() -> writer.write(thousandRows()), FailureKind.TRANSIENT, "plant");
                await().until(() -> link.connections() == 0);
            } finally {
                adapter.resume();
            }
            writeUntilStored(writer);
        }
        database.awaitCount("meters", 1_000);
    }

    private static void writeUntilStored(BatchWriter writer) {
        await().ignoreExceptionsInstanceOf(WriteException.class).untilAsserted(() -> writer.write(thousandRows()));
    }

    @Test
    void shouldSayAgainAfterARestartWhyThereIsNoConnection() {
        var certificate = new TestCertificate(folder, "ip:127.0.0.1");
        try (var link = new TcpRelay(server.jdbcUrl(), certificate.server())) {
            for (int start = 1; start <= 2; start++) {
                try (var encrypted = quicklyOver(link, new TlsSettings(null, true));
                        var writer = encrypted.openWriter()) {
                    assertFailure(writer::open, FailureKind.TRANSIENT, "plant");
                }
                assertThat(log.lines())
                        .filteredOn(line -> line.contains("Encrypted connection to "))
                        .hasSize(start);
            }
        }
    }

    private JdbcDatabase over(TcpRelay link, TlsSettings tls) {
        return JdbcDatabase.of(settings(connection(link.jdbcUrl()).over(tls)), 1);
    }

    private JdbcDatabase quicklyOver(TcpRelay link, TlsSettings tls) {
        var connection = connection(link.jdbcUrl()).within(QUICK, QUICK).over(tls);
        return JdbcDatabase.of(settings(connection), 1);
    }

    private ConnectionSettings connection(String jdbcUrl) {
        return ConnectionSettings.of(jdbcUrl, server.username(), server.password())
                .within(CONNECT_TIMEOUT, Patience.LIMIT);
    }

    private DatabaseSettings settings(ConnectionSettings connection) {
        return new DatabaseSettings("plant", connection, database.name(), SchemaSettings.DEFAULT);
    }

    private static String endpoints(TcpRelay one, TcpRelay other) {
        return one.jdbcUrl() + "," + other.jdbcUrl().replace(TdengineUrl.PREFIX, "");
    }
}
