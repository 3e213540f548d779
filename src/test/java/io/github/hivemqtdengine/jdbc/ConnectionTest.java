package io.github.hivemqtdengine.jdbc;

import static io.github.hivemqtdengine.jdbc.BatchWriterContract.assertFailure;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import io.github.hivemqtdengine.pipeline.FailureKind;
import io.github.hivemqtdengine.pipeline.WriteException;
import io.github.hivemqtdengine.testkit.AdapterStub;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.time.Duration;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.slf4j.LoggerFactory;

/** How the driver logs in, and what is said when it can't. */
class ConnectionTest {

    private static final String PASSWORD = "pass w+rd/%&\"\\ö";
    /** {@code ::1} */
    private static final byte[] LOOPBACK = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1};

    private static final String TOKEN = "t0ken+/=%";

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @Test
    void shouldRefuseAServerThatIsTooOld() {
        try (var old = new AdapterStub("3.3.5.8")) {
            var failure = open(ConnectionSettings.of(old.jdbcUrl(), "root", PASSWORD), FailureKind.FATAL);
            assertThat(failure.sentence()).contains("TDengine 3.3.6 or newer is needed", "3.3.5.8");
        }
    }

    @Test
    void shouldConnectToAnIpv6Address() throws Exception {
        var address = InetAddress.getByAddress(LOOPBACK);
        assumeTrue(NetworkInterface.getByInetAddress(address) != null, "this machine has no ::1");
        try (var old = new AdapterStub("3.3.5.8", address)) {
            var failure = open(ConnectionSettings.of(old.jdbcUrl(), "root", PASSWORD), FailureKind.FATAL);
            assertThat(failure.sentence()).contains("TDengine 3.3.6 or newer is needed", "3.3.5.8");
        }
    }

    @Test
    void shouldSendUserAndPasswordAsTheyAre() {
        try (var old = new AdapterStub("3.3.5.8")) {
            open(ConnectionSettings.of(old.jdbcUrl(), "us+er ü", PASSWORD), FailureKind.FATAL);
            assertThat(old.requests())
                    .first()
                    .asString()
                    .contains("\"user\":\"us+er ü\"", "\"password\":\"pass w+rd/%&\\\"\\\\ö\"");
        }
    }

    @Test
    void shouldSendATokenInsteadOfUserAndPassword() {
        try (var cloud = new AdapterStub("3.3.5.8")) {
            open(ConnectionSettings.of(cloud.jdbcUrl(), "", "").withToken(TOKEN), FailureKind.FATAL);
            assertThat(cloud.paths()).first().isEqualTo("/ws?token=t0ken%2B%2F%3D%25");
            assertThat(cloud.requests()).first().asString().doesNotContain("password\":\"");
        }
    }

    @Test
    void shouldWaitNoLongerThanTheRequestTimeoutForALogin() {
        try (var silent = new AdapterStub("")) {
            open(ConnectionSettings.of(silent.jdbcUrl(), "root", PASSWORD), FailureKind.TRANSIENT);
        }
    }

    @Test
    void shouldKeepPasswordAndTokenOutOfTheLogWhenALoginGetsNoAnswer() {
        try (var silent = new AdapterStub("")) {
            var connection =
                    ConnectionSettings.of(silent.jdbcUrl(), "root", PASSWORD).withToken(TOKEN);
            var failure = open(connection, FailureKind.TRANSIENT);
            assertThat(silent.requests()).isNotEmpty();
            assertThat(failure.sentence() + failure.getCause() + log.text()).doesNotContain("w+rd", "t0ken");
        }
    }

    @Test
    void shouldKeepPasswordAndTokenOutOfTheLogOnEveryLevel() {
        var loggers = Stream.of("com.taosdata", "com.zaxxer", "io.github.hivemqtdengine")
                .map(name -> (Logger) LoggerFactory.getLogger(name))
                .toList();
        var levels = loggers.stream().map(Logger::getLevel).toList();
        loggers.forEach(logger -> logger.setLevel(Level.TRACE));
        try (var old = new AdapterStub("3.3.5.8")) {
            open(ConnectionSettings.of(old.jdbcUrl(), "root", PASSWORD).withToken(TOKEN), FailureKind.FATAL);
        } finally {
            IntStream.range(0, levels.size()).forEach(i -> loggers.get(i).setLevel(levels.get(i)));
        }
        assertThat(log.text())
                .contains("DEBUG getWSConnection, ConnectionParam = {", "DEBUG plant - configuration:")
                .doesNotContain("w+rd", "w%2Brd", "t0ken");
    }

    private static WriteException open(ConnectionSettings connection, FailureKind kind) {
        var settings = new DatabaseSettings(
                "plant",
                connection.within(Duration.ofSeconds(1), Duration.ofMillis(800)),
                "factory",
                SchemaSettings.DEFAULT);
        try (var database = JdbcDatabase.of(settings, 1);
                var writer = database.openWriter()) {
            return assertFailure(writer::precision, kind, "plant");
        }
    }
}
