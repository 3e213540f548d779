package io.github.hivemqtdengine.testkit;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TcpRelayTest {

    private ServerSocket target;
    private TcpRelay link;

    @BeforeEach
    void open() throws IOException {
        target = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
        link = new TcpRelay("jdbc:test://127.0.0.1:" + target.getLocalPort());
    }

    @AfterEach
    void close() throws IOException {
        link.close();
        target.close();
    }

    @Test
    void shouldBreakOneConnectionAfterSoManyBytes() throws IOException {
        link.breakNextAfterRequest(5);

        assertThat(arriving(8)).isEqualTo(5);
        await().until(() -> link.breaks() == 1);
        assertThat(arriving(8)).isEqualTo(8);
        assertThat(link.breaks()).isEqualTo(1);
    }

    @Test
    void shouldBreakALaterConnectionWhereTheNextOneEndsBefore() throws IOException {
        link.breakNextAfterRequest(5);

        assertThat(arriving(3)).isEqualTo(3);
        await().until(() -> arriving(8) == 5);

        await().until(() -> link.breaks() == 1);
    }

    @Test
    void shouldDelayAnswers() throws IOException {
        var delay = Duration.ofMillis(100);
        link.delay(delay);
        try (var near = new Socket(InetAddress.getLoopbackAddress(), port());
                var far = target.accept()) {
            long start = System.nanoTime();
            far.getOutputStream().write(7);

            assertThat(near.getInputStream().read()).isEqualTo(7);
            assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(delay.toNanos());
        }
    }

    /** Sends so many bytes over a connection of their own, and counts those that arrive. */
    private int arriving(int bytes) throws IOException {
        try (var near = new Socket(InetAddress.getLoopbackAddress(), port())) {
            near.getOutputStream().write(new byte[bytes]);
            near.shutdownOutput();
            try (var far = target.accept()) {
                return far.getInputStream().readAllBytes().length;
            }
        }
    }

    private int port() {
        return URI.create(link.jdbcUrl().substring("jdbc:".length())).getPort();
    }
}
