// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.scenario.reader.ScenarioText;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BrokerTest {

    private static final int RATE = 500;
    private static final int CLIENTS = 300;
    /** Twice the clients of the longest time that faster connecting catches up with. */
    private static final double TOLERATED = RATE * 0.1;

    @Test
    void shouldKeepTheConnectRateAfterTheBrokerHasStalled() throws Exception {
        var clients = ScenarioText.read("x.connect_rate = " + RATE).load().clients();
        var broker = new Broker(InetSocketAddress.createUnresolved("localhost", 1883), "lt", clients, 1);
        var stall = new CompletableFuture<Long>();
        var attempts = new ArrayList<Long>();
        var connected = new ArrayList<CompletableFuture<?>>();
        try (var loop = new Loop("test")) {
            var queue = new ConnectQueue(loop.eventLoop());
            for (int i = 0; i < CLIENTS; i++) {
                connected.add(broker.connect(queue, () -> {
                    attempts.add(System.nanoTime());
                    if (attempts.size() == ConnectQueue.OPEN_AT_A_TIME) {
                        var unused =
                                loop.eventLoop().schedule(() -> stall.complete(System.nanoTime()), 1, TimeUnit.SECONDS);
                    }
                    return stall;
                }));
            }
            CompletableFuture.allOf(connected.toArray(CompletableFuture<?>[]::new))
                    .get(1, TimeUnit.MINUTES);
        }

        assertThat(attempts).hasSize(CLIENTS);
        for (int i = ConnectQueue.OPEN_AT_A_TIME; i < CLIENTS; i++) {
            double seconds = (attempts.get(i) - stall.get()) / 1e9;
            assertThat(i - ConnectQueue.OPEN_AT_A_TIME)
                    .as("connections within %s s", seconds)
                    .isLessThan((int) (seconds * RATE + TOLERATED));
        }
    }
}
