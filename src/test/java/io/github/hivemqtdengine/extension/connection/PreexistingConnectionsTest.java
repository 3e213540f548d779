// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.connection;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.extension.sdk.api.services.admin.LifecycleStage;
import io.github.hivemqtdengine.config.CaptureSettings.Reattach;
import io.github.hivemqtdengine.extension.StubClients;
import io.github.hivemqtdengine.testkit.CapturedLog;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class PreexistingConnectionsTest {

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    private final StubClients clients = new StubClients();

    @Test
    void shouldCountThoseThatAreConnectedAndNotListenedTo() {
        clients.sessions.put("earlier", true);
        clients.sessions.put("gone", false);
        clients.sessions.put("attached", true);
        var earlier = new PreexistingConnections(clients, Reattach.NONE);
        earlier.attached("attached");

        earlier.check(LifecycleStage.STARTED_SUCCESSFULLY);

        assertThat(clients.disconnected).isEmpty();
        assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith("WARN 1 clients were connected before the extension started")
                .contains("<reattach-clients>disconnect</reattach-clients>");
    }

    @Test
    void shouldDisconnectThemWhereThatIsWanted() {
        clients.sessions.put("a", true);
        clients.sessions.put("b", true);

        new PreexistingConnections(clients, Reattach.DISCONNECT).check(LifecycleStage.STARTED_SUCCESSFULLY);

        assertThat(clients.disconnected).containsExactly("a", "b");
    }

    /** The sessions that a broker keeps on disk still say so when it was killed. */
    @Test
    void shouldNotTakeTheSessionsOfABrokerThatHasDiedForConnectedClients() {
        clients.sessions.put("a", true);

        new PreexistingConnections(clients, Reattach.DISCONNECT).check(LifecycleStage.STARTING);

        assertThat(clients.disconnected).isEmpty();
        assertThat(log.lines()).isEmpty();
    }

    @Test
    void shouldSayNothingWhereThereAreNone() {
        clients.sessions.put("gone", false);

        new PreexistingConnections(clients, Reattach.DISCONNECT).check(LifecycleStage.STARTED_SUCCESSFULLY);

        assertThat(log.lines()).isEmpty();
    }
}
