package io.github.hivemqtdengine.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import com.taosdata.jdbc.AbstractConnection;
import io.github.hivemqtdengine.testkit.AdapterStub;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Properties;
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
            await().atMost(TimeSeriesDatabase.PATIENCE).until(() -> !connection.isValid(1));
        }
    }

    @Test
    void shouldCloseAlthoughTheServerDoesNotTakeItsFarewell() throws Exception {
        var connection = connect();
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

        await().atMost(TimeSeriesDatabase.PATIENCE).until(() -> hung.connections() == 0);
        assertThat(log.lines()).noneMatch(line -> line.startsWith("ERROR"));
    }

    @Test
    void shouldCloseItsSocketWhereItIsAborted() throws Exception {
        var connection = connect();

        connection.abort(Runnable::run);

        await().atMost(TimeSeriesDatabase.PATIENCE).until(() -> hung.connections() == 0);
    }

    private static Statement statementThatDoesNotClose() {
        return (Statement) Proxy.newProxyInstance(
                Statement.class.getClassLoader(), new Class<?>[] {Statement.class}, (proxy, method, arguments) -> {
                    throw new SQLException("no answer");
                });
    }

    private Connection connect() throws SQLException {
        var properties = new Properties();
        properties.setProperty("user", "root");
        properties.setProperty("password", "taosdata");
        properties.setProperty("enableAutoReconnect", "false");
        properties.setProperty("messageWaitTimeout", "300");
        return dialect.connect(hung.jdbcUrl(), properties);
    }
}
