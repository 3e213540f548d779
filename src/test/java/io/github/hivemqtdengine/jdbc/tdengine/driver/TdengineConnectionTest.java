// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.driver;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.taosdata.jdbc.AbstractConnection;
import io.github.hivemqtdengine.jdbc.DriverUse;
import io.github.hivemqtdengine.jdbc.tdengine.TdengineDialect;
import io.github.hivemqtdengine.testkit.AdapterStub;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.Patience;
import io.github.hivemqtdengine.testkit.TcpRelay;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import io.netty.bootstrap.Bootstrap;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.Objects;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A connection to a server that takes a login and then answers nothing. */
class TdengineConnectionTest {

    private static final int BYTES_THAT_NO_SOCKET_HOLDS = 64 << 20;

    private final TdengineDialect dialect = new TdengineDialect();
    private final AdapterStub hung = new AdapterStub("3.3.7.5");

    @RegisterExtension
    final CapturedLog log = CapturedLog.ofAllFrom("com.taosdata");

    @BeforeEach
    void start() {
        DriverUse.begin(dialect);
    }

    @AfterEach
    void stop() {
        DriverUse.end(dialect);
        hung.close();
    }

    @Test
    void shouldBeValidAsLongAsItIsOpenWithoutAskingTheServer() throws Exception {
        try (var connection = connect()) {
            assertThat(connection.isValid(1)).isTrue();
            hung.dropConnections();
            await().until(() -> !connection.isValid(1));
        }
    }

    @Test
    void shouldCloseAlthoughTheServerDoesNotTakeItsFarewell() throws Exception {
        var connection = connectImpatiently();
        hung.stopReading();
        var statement = connection.createStatement();
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> statement.execute("x".repeat(BYTES_THAT_NO_SOCKET_HOLDS)));

        assertTimeoutPreemptively(TimeSeriesDatabase.PATIENCE, connection::close);

        assertThat(connection.isValid(1)).isFalse();
    }

    @Test
    void shouldCloseItsSocketWhereAStatementCanNotBeClosed() throws Exception {
        var connection = connect();
        connection.unwrap(AbstractConnection.class).registerStatement(-1L, statementThatDoesNotClose());

        connection.close();

        await().until(() -> hung.connections() == 0);
        assertThat(log.lines()).noneMatch(line -> line.startsWith("ERROR"));
    }

    @Test
    void shouldCloseItsSocketWhereItIsAborted() throws Exception {
        var connection = connect();

        connection.abort(Runnable::run);

        await().until(() -> hung.connections() == 0);
    }

    /** Simulates a kill of taosAdapter: the failure must not wait for the request's own time limit. */
    @Test
    void shouldFailARequestThatWaitsWhenItsSocketIsLost() throws Exception {
        assertFailsARequestThatWaits(connection -> hung.dropConnections());
    }

    @Test
    void shouldFailARequestThatWaitsWhenItIsAborted() throws Exception {
        assertFailsARequestThatWaits(connection -> connection.abort(Runnable::run));
    }

    @Test
    void shouldFailARequestThatWaitsWhenItIsClosed() throws Exception {
        assertFailsARequestThatWaits(Connection::close);
    }

    /** Else a write that was answered would count as failed, and every idle connection would be worth a warning. */
    @Test
    void shouldLetThePoolTakeBackAndLookAtAConnectionThatIsLost() throws Exception {
        var connection = connect();
        hung.dropConnections();
        await().until(() -> !connection.isValid(1) && connection.isClosed());

        connection.clearWarnings();
        connection.setNetworkTimeout(Runnable::run, 1_000);
        assertThat(connection.getNetworkTimeout()).isZero();
    }

    @Test
    void shouldFailALoginThatWaitsWhenItsSocketIsLost() throws Exception {
        try (var silent = new AdapterStub("")) {
            var login =
                    CompletableFuture.supplyAsync(() -> catchThrowable(() -> connect(silent, Duration.ofMinutes(10))));
            await().until(() -> !silent.requests().isEmpty());

            silent.dropConnections();

            assertThat(login.get(TimeSeriesDatabase.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOf(SQLException.class);
        }
    }

    /** Simulates a proxy without its server, or a server that dies during a connection attempt. */
    @Test
    void shouldFailAHandshakeThatWaitsWhenItsSocketIsLost() throws Exception {
        try (var link = new TcpRelay(hung.jdbcUrl())) {
            link.cut();
            var connecting = CompletableFuture.supplyAsync(() ->
                    catchThrowable(() -> connect(link.jdbcUrl(), Duration.ofMinutes(10), Duration.ofMinutes(10))));

            assertThat(connecting.get(TimeSeriesDatabase.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            lost -> assertThat(TdengineFailures.classify(lost).unreachable())
                                    .isTrue());
        }
    }

    private void assertFailsARequestThatWaits(EndOfConnection end) throws Exception {
        try (var connection = connect(Duration.ofMinutes(10));
                var statement = connection.createStatement()) {
            var failure = CompletableFuture.supplyAsync(() -> catchThrowable(() -> statement.execute("SELECT 1")));
            await().until(() -> hung.unanswered() == 1);

            end.of(connection);

            assertThat(failure.get(TimeSeriesDatabase.PATIENCE.toSeconds(), TimeUnit.SECONDS))
                    .isInstanceOfSatisfying(
                            SQLException.class,
                            lost -> assertThat(TdengineFailures.classify(lost).unreachable())
                                    .isTrue());
        }
    }

    /** Simulates a host that is switched off, so that no packet ends the connection. */
    @Test
    void shouldEndAChannelThatBringsNothing() {
        var threads = new TdengineDriver.EventLoop(Duration.ofMillis(100));
        try {
            var channel = new Bootstrap()
                    .group(threads)
                    .channel(NioSocketChannel.class)
                    .handler(new ChannelInboundHandlerAdapter())
                    .connect(hung.address())
                    .syncUninterruptibly()
                    .channel();
            assertThat(channel.closeFuture().awaitUninterruptibly(TimeSeriesDatabase.PATIENCE.toMillis()))
                    .isTrue();
        } finally {
            threads.shutdownGracefully(0, 2, TimeUnit.SECONDS).syncUninterruptibly();
        }
    }

    @FunctionalInterface
    private interface EndOfConnection {

        void of(Connection connection) throws SQLException;
    }

    private static Statement statementThatDoesNotClose() {
        return (Statement) Proxy.newProxyInstance(
                Statement.class.getClassLoader(), new Class<?>[] {Statement.class}, (proxy, method, arguments) -> {
                    throw new SQLException("no answer");
                });
    }

    private Connection connect() throws SQLException {
        return connect(Duration.ofMinutes(10));
    }

    private Connection connect(Duration requestTimeout) throws SQLException {
        return connect(hung, requestTimeout);
    }

    /** A connection with a short request timeout; logins are repeated, since they also time out on a paused machine. */
    private Connection connectImpatiently() {
        return await().ignoreExceptionsInstanceOf(SQLException.class)
                .until(() -> connect(Duration.ofMillis(300)), Objects::nonNull);
    }

    private Connection connect(AdapterStub adapter, Duration requestTimeout) throws SQLException {
        return connect(adapter.jdbcUrl(), Patience.LIMIT, requestTimeout);
    }

    private Connection connect(String jdbcUrl, Duration connectTimeout, Duration requestTimeout) throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", "root");
        properties.setProperty("password", "taosdata");
        properties.setProperty("enableAutoReconnect", "false");
        properties.setProperty("httpConnectTimeout", String.valueOf(connectTimeout.toMillis()));
        properties.setProperty("messageWaitTimeout", String.valueOf(requestTimeout.toMillis()));
        return dialect.connect(jdbcUrl, properties);
    }
}
