// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.TDengineServer;
import java.io.IOException;
import java.nio.file.Files;
import java.sql.SQLException;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The user of the extension may no longer do what it did, and then may again. */
@Tag("full")
class AccessIT extends FaultTest {

    private static final String PASSWORD = "Before#1234";
    private static final String OTHER_PASSWORD = "After#5678";

    private final TDengineServer server = TDengineServer.shared();
    private final String user = "u" + UUID.randomUUID().toString().substring(0, 8);

    @BeforeEach
    void createUser() throws SQLException {
        server.execute("CREATE USER " + user + " PASS '" + PASSWORD + "'");
    }

    @AfterEach
    void dropUser() throws SQLException {
        server.execute("DROP USER " + user);
    }

    @Test
    void shouldStoreEachMessageOnceWhenThePasswordIsChangedAndSetBack() throws Exception {
        // sessions that are logged in stay logged in
        withdrawAndGiveBack("PASS '" + OTHER_PASSWORD + "'", "PASS '" + PASSWORD + "'", AccessIT::endSessions);

        assertEachStoredOnceInOrder();
        assertThat(log.text()).contains("check user name and password");
        assertThat(log.text()).doesNotContain(PASSWORD, OTHER_PASSWORD);
    }

    @Test
    void shouldStoreEachMessageOnceWhenTheUserIsDisabledAndEnabled() throws Exception {
        withdrawAndGiveBack("ENABLE 0", "ENABLE 1", () -> {});

        assertEachStoredOnceInOrder();
    }

    /** As passwords are rotated: the old one ends, the broker is started again with the new one. */
    @Test
    void shouldGoOnWithANewPasswordAfterARestart() throws Exception {
        startBrokerAs(PASSWORD);
        var load = startLoad();
        server.execute("ALTER USER " + user + " PASS '" + OTHER_PASSWORD + "'");
        endSessions();
        awaitBacklog();
        long acknowledged = load.stop() * load.clients();
        assertThat(figure("load", "received")).isEqualTo(acknowledged);

        broker.stop();
        startBrokerAs(OTHER_PASSWORD);
        mqtt5("after").publishWith().topic("load/9").payload(utf8("{\"n\":0}")).send();

        database.awaitCount("numbers", acknowledged + 1);
        awaitFigure("load", "in-flight", 0);
        assertThat(figure("load", "stored")).isGreaterThan(1_000);
        assertThat(deadLetters()).isEmpty();
        assertThat(log.text()).doesNotContain(PASSWORD, OTHER_PASSWORD);
    }

    /** One refused login until the file has the new password, since servers lock accounts after a few. */
    @Test
    void shouldGoOnAtOnceWithANewPasswordInItsFile() throws Exception {
        var secret = Files.writeString(folder.resolve("password"), PASSWORD);
        startBroker(configuration -> configuration
                .replace("<username>" + database.username(), "<username>" + user)
                .replace("<password>" + database.password(), "<password>${FILE:" + secret + "}")
                .replace("probe-delay=\"500 ms\"", "probe-delay=\"1 h\""));
        startLoad();
        server.execute("ALTER USER " + user + " PASS '" + OTHER_PASSWORD + "'");
        endSessions();
        awaitLines("needs an operator", 1);
        awaitBacklog();
        assertThat(lines("login refused, attempt 1; the next attempt follows in 3600 s"))
                .isEqualTo(1);

        Files.writeString(secret, OTHER_PASSWORD);
        awaitCurrent();

        assertThat(lines("login refused")).isEqualTo(1);
        assertEachStoredOnceInOrder();
        assertThat(log.text()).doesNotContain(PASSWORD, OTHER_PASSWORD);
    }

    private static void endSessions() {
        var adapter = TDengineServer.shared().processes().adapter();
        adapter.kill();
        adapter.start();
    }

    private void startBrokerAs(String password) throws IOException {
        startBroker(configuration -> configuration
                .replace("<username>" + database.username(), "<username>" + user)
                .replace("<password>" + database.password(), "<password>" + password)
                .replace("</delivery>", "<drain-timeout>1 s</drain-timeout></delivery>"));
    }

    private void withdrawAndGiveBack(String withdraw, String giveBack, Runnable next) throws Exception {
        startBrokerAs(PASSWORD);
        startLoad();

        for (int round = 0; round < ROUNDS; round++) {
            long outages = lines("needs an operator");
            server.execute("ALTER USER " + user + " " + withdraw);
            next.run();
            awaitLines("needs an operator", outages + 1);
            awaitBacklog();
            assertThat(lines("needs an operator")).isEqualTo(outages + 1);
            server.execute("ALTER USER " + user + " " + giveBack);
            awaitCurrent();
        }
    }
}
