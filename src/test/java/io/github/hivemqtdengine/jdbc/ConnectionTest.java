// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static io.github.hivemqtdengine.jdbc.BatchWriterContract.assertFailure;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.hivemqtdengine.jdbc.dialect.CheckResult;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.TlsSettings;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import io.github.hivemqtdengine.testkit.AdapterStub;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.DeafPort;
import io.github.hivemqtdengine.testkit.Patience;
import io.github.hivemqtdengine.testkit.TcpRelay;
import io.github.hivemqtdengine.testkit.TestCertificate;
import io.github.hivemqtdengine.time.EpochClock;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Logins of the driver and the messages of failed ones. */
class ConnectionTest {

    private static final String PASSWORD = "pass w+rd/%&\"\\ö";
    /** {@code ::1} */
    private static final byte[] LOOPBACK = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

    private static final String TOKEN = "t0ken+/=%";
    private static final int WRONG_PASSWORD = 0x357;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(1);
    /** For servers that say nothing. */
    private static final Duration REQUEST_TIMEOUT = Duration.ofMillis(800);

    @RegisterExtension
    final CapturedLog log = CapturedLog.ofAllFrom("com.taosdata", "com.zaxxer", "io.netty", "io.github.hivemqtdengine");

    @TempDir
    Path folder;

    @Test
    void shouldRefuseAServerThatIsTooOld() {
        try (var old = new AdapterStub("3.3.5.8")) {
            var failure = openInVain(ConnectionSettings.of(old.jdbcUrl(), "root", PASSWORD));
            assertThat(failure.sentence()).contains("TDengine 3.3.6 or newer is needed", "3.3.5.8");
        }
    }

    @Test
    void shouldConnectToAnIpv6Address() throws Exception {
        var address = InetAddress.getByAddress(LOOPBACK);
        assumeTrue(NetworkInterface.getByInetAddress(address) != null, "this machine has no ::1");
        try (var old = new AdapterStub("3.3.5.8", address)) {
            var failure = openInVain(ConnectionSettings.of(old.jdbcUrl(), "root", PASSWORD));
            assertThat(failure.sentence()).contains("TDengine 3.3.6 or newer is needed", "3.3.5.8");
        }
    }

    @Test
    void shouldSendUserAndPasswordAsTheyAre() {
        try (var old = new AdapterStub("3.3.5.8")) {
            openInVain(ConnectionSettings.of(old.jdbcUrl(), "us+er ü", PASSWORD));
            assertThat(old.requests())
                    .first()
                    .asString()
                    .contains("\"user\":\"us+er ü\"", "\"password\":\"pass w+rd/%&\\\"\\\\ö\"");
        }
    }

    @Test
    void shouldSendATokenInsteadOfUserAndPassword() {
        try (var cloud = new AdapterStub("3.3.5.8")) {
            openInVain(ConnectionSettings.of(cloud.jdbcUrl(), "us+er", PASSWORD).withToken(TOKEN));
            assertThat(cloud.paths()).first().isEqualTo("/ws?token=t0ken%2B%2F%3D%25");
            assertThat(cloud.requests()).first().asString().doesNotContain("us+er", "password\":\"");
        }
    }

    @Test
    void shouldWaitNoLongerThanTheRequestTimeoutForALogin() {
        try (var silent = new AdapterStub("")) {
            var failure = openUnanswered(ConnectionSettings.of(silent.jdbcUrl(), "root", PASSWORD));
            assertThat(failure.sentence()).contains("0x231e", "within the specified time : 800,MILLISECONDS");
        }
    }

    @Test
    void shouldWaitNoLongerThanTheConnectTimeoutForAHostThatDoesNotAnswer() {
        try (var deaf = new DeafPort();
                var database = database(ConnectionSettings.of(deaf.jdbcUrl(), "root", PASSWORD)
                        .within(Duration.ofMillis(500), Duration.ofMinutes(10)));
                var writer = database.openWriter()) {
            assertFailure(writer::open, FailureKind.TRANSIENT, "plant");
            await().untilAsserted(() -> assertThat(log.text())
                    .contains("plant - Cannot acquire connection from data source", "within: 500 milliseconds"));
        }
    }

    @Test
    void shouldKeepPasswordAndTokenOutOfTheLogWhenALoginGetsNoAnswer() {
        try (var silent = new AdapterStub("")) {
            var connection = ConnectionSettings.of(silent.jdbcUrl(), "root", PASSWORD);
            var failure = openUnanswered(connection);
            var failureOfToken = openUnanswered(connection.withToken(TOKEN));
            await().until(() -> !silent.requests().isEmpty());
            assertThat(failure.sentence() + failure.getCause() + failureOfToken.sentence() + failureOfToken.getCause())
                    .doesNotContain("w+rd", "w%2Brd", "t0ken");
            assertThat(log.text())
                    .contains(
                            "DEBUG plant - Cannot acquire connection from data source\n", "failed to complete the task")
                    .doesNotContain("w+rd", "w%2Brd", "t0ken");
        }
    }

    @Test
    void shouldKeepPasswordAndTokenOutOfTheLogOnEveryLevel() {
        try (var old = new AdapterStub("3.3.5.8")) {
            var connection = ConnectionSettings.of(old.jdbcUrl(), "root", PASSWORD);
            openInVain(connection);
            openInVain(connection.withToken(TOKEN));
        }
        assertThat(log.text())
                .contains("DEBUG getWSConnection, ConnectionParam = ", "DEBUG plant - configuration:")
                .doesNotContain("w+rd", "w%2Brd", "t0ken");
    }

    @Test
    void shouldLogInOnceForAllLanesAndEndpointsWhenTheServerRefusesTheLogin() {
        try (var one = new AdapterStub("3.4.2.5");
                var other = new AdapterStub("3.4.2.5")) {
            one.refuseLogins(WRONG_PASSWORD);
            other.refuseLogins(WRONG_PASSWORD);
            var connection =
                    ConnectionSettings.of(url(one, other), "root", PASSWORD).within(CONNECT_TIMEOUT, Patience.LIMIT);
            openInVain(connection, 3);
            assertThat(one.logins() + other.logins()).isEqualTo(1);
            assertThat(log.lines().stream().filter(line -> line.contains("login refused")))
                    .singleElement()
                    .asString()
                    .contains("the next attempt follows in 60 s", "lock accounts", "Authentication failure");

            openInVain(connection.withToken(TOKEN), 1); // changed settings mean another database
            assertThat(one.logins() + other.logins()).isEqualTo(2);
        }
    }

    @Test
    void shouldDiagnoseNoFurtherEndpointOnceTheServerRefusesTheLogin() {
        try (var one = new AdapterStub("3.4.2.5");
                var other = new AdapterStub("3.4.2.5")) {
            one.refuseLogins(WRONG_PASSWORD);
            other.refuseLogins(WRONG_PASSWORD);
            var connection =
                    ConnectionSettings.of(url(one, other), "root", PASSWORD).within(Patience.LIMIT, Patience.LIMIT);

            var results = new ArrayList<CheckResult>();
            new DatabaseDiagnostics(settings(connection), List.of(), EpochClock.SYSTEM).run(false, results::add);

            assertThat(one.logins() + other.logins()).isEqualTo(1);
            assertThat(results)
                    .extracting(CheckResult::level)
                    .containsExactly(CheckResult.Level.FAIL, CheckResult.Level.WARN);
            assertThat(results.get(1).sentence())
                    .endsWith(" was not tried: servers lock accounts after refused logins");
        }
    }

    private static String url(AdapterStub one, AdapterStub other) {
        return one.jdbcUrl() + "," + other.jdbcUrl().substring("jdbc:TAOS-WS://".length());
    }

    @Test
    void shouldKeepNoSocketOfALoginThatGetsNoAnswer() {
        try (var silent = new AdapterStub("");
                var database = database(ConnectionSettings.of(silent.jdbcUrl(), "root", PASSWORD)
                        .within(CONNECT_TIMEOUT, REQUEST_TIMEOUT));
                var writer = database.openWriter()) {
            failUntilItLogsIn(writer, silent);
            await().until(() -> silent.connections() == 0);
        }
    }

    @Test
    void shouldKeepNoEncryptedSocketOfALoginThatGetsNoAnswer() {
        var certificate = new TestCertificate(folder, "ip:127.0.0.1");
        try (var silent = new AdapterStub("");
                var link = new TcpRelay(silent.jdbcUrl(), certificate.server());
                var database = database(ConnectionSettings.of(link.jdbcUrl(), "root", PASSWORD)
                        .within(CONNECT_TIMEOUT, REQUEST_TIMEOUT)
                        .over(new TlsSettings(certificate.pem(), true)));
                var writer = database.openWriter()) {
            failUntilItLogsIn(writer, silent);
            await().until(() -> silent.connections() == 0);
        }
    }

    /** Repeats, since a paused machine may not reach the login in time. */
    private static void failUntilItLogsIn(BatchWriter writer, AdapterStub silent) {
        await().until(() -> {
            assertFailure(writer::open, FailureKind.TRANSIENT, "plant");
            return !silent.requests().isEmpty();
        });
    }

    /** Fails to open a server that answers. */
    private static WriteException openInVain(ConnectionSettings connection) {
        return open(connection.within(CONNECT_TIMEOUT, Patience.LIMIT), FailureKind.FATAL, "TDengine");
    }

    private static void openInVain(ConnectionSettings connection, int lanes) {
        try (var database = database(connection.within(CONNECT_TIMEOUT, Patience.LIMIT), lanes)) {
            for (int lane = 0; lane < lanes; lane++) {
                openInVain(database, FailureKind.FATAL, "check user name and password");
            }
        }
    }

    /** Fails to open a server that does not answer. */
    private static WriteException openUnanswered(ConnectionSettings connection) {
        return open(connection.within(CONNECT_TIMEOUT, REQUEST_TIMEOUT), FailureKind.TRANSIENT, "0x231e");
    }

    private static WriteException open(ConnectionSettings connection, FailureKind kind, String words) {
        try (var database = database(connection)) {
            return openInVain(database, kind, words);
        }
    }

    /** Repeats until the expected failure, since a paused machine may not get that far in time. */
    private static WriteException openInVain(JdbcDatabase database, FailureKind kind, String words) {
        try (var writer = database.openWriter()) {
            return await().ignoreExceptionsInstanceOf(AssertionError.class)
                    .until(() -> assertFailure(writer::open, kind, words), Objects::nonNull);
        }
    }

    private static JdbcDatabase database(ConnectionSettings connection) {
        return database(connection, 1);
    }

    private static JdbcDatabase database(ConnectionSettings connection, int lanes) {
        return JdbcDatabase.of(settings(connection), lanes);
    }

    private static DatabaseSettings settings(ConnectionSettings connection) {
        return new DatabaseSettings("plant", connection, "factory", SchemaSettings.DEFAULT);
    }
}
