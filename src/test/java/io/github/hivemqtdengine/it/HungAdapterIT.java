// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.PacedLoad;
import io.github.hivemqtdengine.testkit.TDengineServer;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** {@code -Dfault.hang-seconds=60} lets the adapter hang for a minute. */
@Tag("full")
class HungAdapterIT extends FaultTest {

    /** Longer than a request may take. */
    private static final Duration HANG = Duration.ofSeconds(Long.getLong("fault.hang-seconds", 5));

    @Test
    void shouldStoreEachMessageOnceWhileSubscribersDoNotWaitWhenTheAdapterHangs() throws Exception {
        var adapter = TDengineServer.shared().processes().adapter();
        startBroker();
        var received = subscribe();
        var load = startLoad();

        for (int round = 0; round < ROUNDS; round++) {
            await("no outage").until(() -> lines("accepts no rows") == lines("accepts rows again"));
            long outages = lines("accepts no rows");
            adapter.pause();
            try {
                awaitBacklog();
                awaitLines("accepts no rows", outages + 1);
                assertSubscribersDoNotWait(load, received);
                assertThat(lines("accepts no rows")).isEqualTo(outages + 1);
            } finally {
                adapter.resume();
            }
            awaitCurrent();
        }

        assertEachStoredOnceInOrder();
        await("subscriber").until(received::get, count -> count == load.acknowledged());
    }

    private AtomicLong subscribe() {
        var received = new AtomicLong();
        mqtt5("subscriber")
                .toAsync()
                .subscribeWith()
                .topicFilter("load/+")
                .qos(MqttQos.AT_LEAST_ONCE)
                .callback(message -> received.incrementAndGet())
                .send()
                .join();
        return received;
    }

    /** Asserts until the hang ends that acknowledged messages reach the subscriber soon. */
    private void assertSubscribersDoNotWait(PacedLoad load, AtomicLong received) {
        long stored = figure("load", "stored");
        for (long start = System.nanoTime(); System.nanoTime() - start < HANG.toNanos(); ) {
            load.awaitMore(500);
            long acknowledged = load.acknowledged();
            await("subscriber").until(() -> received.get() >= acknowledged);
        }
        assertThat(figure("load", "stored")).as("rows stored by a hung adapter").isEqualTo(stored);
    }
}
