// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.scenario.Link;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class TcpRelayTest {

    private static final int MANY = 5_000_000;

    @AutoClose
    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    }

    private InetSocketAddress target() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), server.getLocalPort());
    }

    private static Socket client(TcpRelay relay) throws IOException {
        return new Socket(relay.address().getAddress(), relay.address().getPort());
    }

    private static byte[] bytes(int length) {
        var bytes = new byte[length];
        new Random(length).nextBytes(bytes);
        return bytes;
    }

    private static CompletableFuture<Void> send(Socket socket, byte[] bytes) {
        return CompletableFuture.runAsync(() -> {
            try {
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
    }

    private void shouldCarryBothWays(TcpRelay relay, int length) throws IOException {
        try (var near = client(relay);
                var far = server.accept()) {
            var request = bytes(length);
            var answer = bytes(length + 1);
            var sent = send(near, request);
            assertThat(far.getInputStream().readAllBytes()).isEqualTo(request);
            var answered = send(far, answer);
            assertThat(near.getInputStream().readAllBytes()).isEqualTo(answer);
            CompletableFuture.allOf(sent, answered).join();
        }
    }

    @Test
    void shouldForwardEveryByteAndTheEndOfEachDirection() throws Exception {
        try (var relay = TcpRelay.to(target())) {
            shouldCarryBothWays(relay, MANY);
            shouldCarryBothWays(relay, 1);
            shouldCarryBothWays(relay, 0);

            while (relay.connections() > 0) {
                Thread.sleep(1);
            }
        }
    }

    @Test
    void shouldForwardEveryByteOfAnAnswerLaterWhenItDelays() throws Exception {
        try (var relay = TcpRelay.to(target())) {
            relay.delay(Duration.ofMillis(80));
            long start = System.nanoTime();
            shouldCarryBothWays(relay, MANY);

            assertThat(Duration.ofNanos(System.nanoTime() - start)).isGreaterThanOrEqualTo(Duration.ofMillis(80));
        }
    }

    /** Netty's timers of NIO have whole milliseconds, so one for each way would take 2 ms and more. */
    @Test
    void shouldDelayAnAnswerByAMillisecondOnlyIfThatIsItsDelay() throws Exception {
        try (var relay = TcpRelay.to(target())) {
            relay.delay(Duration.ofMillis(1));
            try (var near = client(relay);
                    var far = server.accept()) {
                long least = Long.MAX_VALUE;
                for (int i = 0; i < 200; i++) {
                    long start = System.nanoTime();
                    near.getOutputStream().write(i);
                    far.getOutputStream().write(far.getInputStream().read());
                    near.getInputStream().read();
                    least = Math.min(least, System.nanoTime() - start);
                }

                assertThat(Duration.ofNanos(least)).isBetween(Duration.ofMillis(1), Duration.ofMillis(2));
            }
        }
    }

    @Test
    void shouldTakeManyBytesWhileTheyAreDelayed() throws Exception {
        try (var relay = TcpRelay.to(target())) {
            relay.delay(Duration.ofMinutes(10));
            try (var near = client(relay);
                    var far = server.accept()) {
                far.getOutputStream().write(bytes(20_000_000)); // would block if the delay held back the sender

                near.setSoTimeout(50);
                assertThatThrownBy(() -> near.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            }
        }
    }

    @Test
    void shouldKeepToItsBandwidth() throws Exception {
        try (var relay = TcpRelay.narrow(target(), new Link(80_000_000, 0))) {
            long start = System.nanoTime();
            shouldCarryBothWays(relay, 2_000_000);

            // 4 MB at 10 MB/s, minus the millisecond that an idle wire may send at once
            assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(390));
        }
    }

    @Test
    void shouldGiveBulkFlowsTheirPart() throws Exception {
        try (var relay = TcpRelay.narrow(target(), new Link(80_000_000, 6))) {
            long start = System.nanoTime();
            shouldCarryBothWays(relay, 500_000);

            // three bulk flows each way leave a quarter: 1 MB at 2.5 MB/s
            assertThat(System.nanoTime() - start).isGreaterThan(TimeUnit.MILLISECONDS.toNanos(390));
        }
    }

    @Test
    void shouldBreakConnectionsAndTakeNewOnesWhenItIsMended() throws Exception {
        try (var relay = TcpRelay.to(target());
                var near = client(relay);
                var far = server.accept()) {
            relay.cut();

            assertThatThrownBy(() -> near.getInputStream().read()).isInstanceOf(IOException.class);
            assertThatThrownBy(() -> far.getInputStream().read()).isInstanceOf(IOException.class);
            try (var refused = client(relay)) {
                assertThatThrownBy(() -> refused.getInputStream().read()).isInstanceOf(IOException.class);
            } catch (IOException e) {
                assertThat(e).hasMessageContaining("Connection"); // reset before the first byte
            }

            relay.mend();
            shouldCarryBothWays(relay, 1_000);
        }
    }

    @Test
    void shouldHoldEverythingWhileItIsPaused() throws Exception {
        try (var relay = TcpRelay.to(target());
                var near = client(relay);
                var far = server.accept()) {
            near.getOutputStream().write(1);
            assertThat(far.getInputStream().read()).isEqualTo(1);
            relay.pause();

            near.getOutputStream().write(2);

            far.setSoTimeout(50);
            assertThatThrownBy(() -> far.getInputStream().read()).isInstanceOf(SocketTimeoutException.class);
            relay.resume();
            far.setSoTimeout(0);
            assertThat(far.getInputStream().read()).isEqualTo(2);
        }
    }

    @Test
    void shouldEndConnectionsToATargetThatIsAway() throws Exception {
        server.close();
        try (var relay = TcpRelay.to(target());
                var near = client(relay)) {
            assertThat(ended(near)).isTrue();
        }
    }

    @Test
    void shouldEndTheOtherSideWhenOneBreaksOff() throws Exception {
        try (var relay = TcpRelay.to(target());
                var near = client(relay)) {
            try (var far = server.accept()) {
                far.setSoLinger(true, 0);
            }

            assertThat(ended(near)).isTrue();
        }
    }

    @Test
    void shouldEndItsConnectionsWhenItCloses() throws Exception {
        var relay = TcpRelay.to(target());
        try (var near = client(relay);
                var far = server.accept()) {
            relay.close();
            relay.cut(); // no effect, and no wait, after close

            assertThat(ended(near)).isTrue();
            assertThat(ended(far)).isTrue();
        }
    }

    private static boolean ended(Socket socket) {
        try {
            return socket.getInputStream().read() < 0;
        } catch (IOException e) {
            return true;
        }
    }
}
