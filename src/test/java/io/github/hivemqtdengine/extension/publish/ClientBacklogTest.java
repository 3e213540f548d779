// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.extension.sdk.api.packets.general.Qos;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.extension.StubClients;
import java.lang.reflect.Proxy;
import org.junit.jupiter.api.Test;

public class ClientBacklogTest {

    private static final long MOST = 10_000;
    private static final long A_SECOND = 1_000;

    private long now = 1_000_000;
    private long volume;
    private long publishes;
    private final StubClients clients = new StubClients();
    private final InboundTraffic traffic = new InboundTraffic(() -> volume, () -> publishes, () -> now);
    private final ClientBacklog backlog = new ClientBacklog(traffic, MOST, clients, "gateway");

    @Test
    void shouldAcceptPacketsThatHaveNotWaited() {
        volume += 100 * MOST;

        assertThat(backlog.enforceLimit(packet(Qos.AT_MOST_ONCE, now))).isTrue();
    }

    @Test
    void shouldAcceptPacketsThatHaveWaitedWithLittleAfterThem() {
        long readAt = now;
        wait(A_SECOND, MOST);

        assertThat(backlog.enforceLimit(packet(Qos.AT_MOST_ONCE, readAt))).isTrue();
    }

    @Test
    void shouldDropQos0WhereTooMuchWaits() {
        long readAt = now;
        wait(A_SECOND, MOST + 1);

        assertThat(backlog.enforceLimit(packet(Qos.AT_MOST_ONCE, readAt))).isFalse();
        assertThat(clients.disconnected).isEmpty();
    }

    @Test
    void shouldDisconnectOnceAClientThatDroppingDoesNotHelp() {
        long readAt = now;
        wait(A_SECOND, 2 * MOST + 1);

        assertThat(backlog.enforceLimit(packet(Qos.AT_MOST_ONCE, readAt))).isFalse();
        assertThat(backlog.enforceLimit(packet(Qos.AT_MOST_ONCE, readAt))).isFalse();
        assertThat(clients.disconnected).containsExactly("gateway");
    }

    /** It may be acknowledged by now. */
    @Test
    void shouldAcceptQos1AndDisconnectItsClient() {
        long readAt = now;
        wait(A_SECOND, MOST + 1);

        assertThat(backlog.enforceLimit(packet(Qos.AT_LEAST_ONCE, readAt))).isTrue();
        assertThat(clients.disconnected).containsExactly("gateway");
    }

    /** One that never has too much. */
    public static ClientBacklog unlimited() {
        var nothing = new InboundTraffic(() -> 0, () -> 0, System::currentTimeMillis);
        return new ClientBacklog(nothing, Long.MAX_VALUE, new StubClients(), "client");
    }

    /** One that always has too much. */
    static ClientBacklog full() {
        var nothing = new InboundTraffic(() -> 0, () -> 0, System::currentTimeMillis);
        return new ClientBacklog(nothing, -1, new StubClients(), "client");
    }

    private void wait(long millis, long bytes) {
        now += millis;
        volume += bytes - InboundTraffic.HEAP_PER_PUBLISH;
        publishes++;
    }

    private static PublishPacket packet(Qos qos, long readAt) {
        return (PublishPacket) Proxy.newProxyInstance(
                ClientBacklogTest.class.getClassLoader(),
                new Class<?>[] {PublishPacket.class},
                (self, method, arguments) -> method.getName().equals("getQos") ? qos : (Object) readAt);
    }
}
