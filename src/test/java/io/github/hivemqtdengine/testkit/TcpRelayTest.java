// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.Random;
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

    @Test
    void shouldForwardDelayedAnswersInOrderWhenTheDelayEnds() throws IOException {
        link.delay(Duration.ofMillis(200));
        try (var near = new Socket(InetAddress.getLoopbackAddress(), port());
                var far = target.accept()) {
            var answer = new byte[100_000];
            new Random(1).nextBytes(answer);
            far.getOutputStream().write(answer, 0, 1);
            link.delay(Duration.ZERO);
            far.getOutputStream().write(answer, 1, answer.length - 1);

            assertThat(near.getInputStream().readNBytes(answer.length)).isEqualTo(answer);
        }
    }

    @Test
    void shouldBreakOneConnectionAfterSoManyBytesOfAnswers() throws IOException {
        link.breakNextAfter(70_000);
        try (var near = new Socket(InetAddress.getLoopbackAddress(), port());
                var far = target.accept()) {
            far.getOutputStream().write(new byte[80_000]);

            assertThat(near.getInputStream().readAllBytes()).hasSize(70_000);
            await().until(() -> link.breaks() == 1);
            assertThat(link.connections()).isZero();
        }
    }

    @Test
    void shouldEndConnectionsWhileItIsCut() throws IOException {
        try (var near = new Socket(InetAddress.getLoopbackAddress(), port());
                var far = target.accept()) {
            await().until(() -> link.connections() == 1);
            link.cut();

            assertThat(link.connections()).isZero();
            assertThat(near.getInputStream().read()).isNegative();
            assertThat(far.getInputStream().read()).isNegative();
        }
        try (var refused = new Socket(InetAddress.getLoopbackAddress(), port())) {
            assertThat(refused.getInputStream().read()).isNegative();
        }
        link.mend();

        assertThat(arriving(8)).isEqualTo(8);
        assertThat(link.connected()).isEqualTo(2);
        assertThat(link.clientBytes()).isEqualTo(8);
    }

    /** Sends this many bytes over a new connection and counts those that arrive. */
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
