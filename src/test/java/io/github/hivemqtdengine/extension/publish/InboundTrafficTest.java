// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class InboundTrafficTest {

    private static final long PUBLISH = InboundTraffic.HEAP_PER_PUBLISH;

    private long now = 1_000_000;
    private long bytes = 500;
    private long publishes = 3;
    private final InboundTraffic traffic = new InboundTraffic(() -> bytes, () -> publishes, () -> now);

    @Test
    void shouldReturnTheTrafficSinceAPacket() {
        read(100, 10, 1);
        long packet = now;
        read(100, 20, 1);
        read(100, 30, 1);

        assertThat(traffic.unseenSince(packet)).isEqualTo(50 + 2 * PUBLISH);
        assertThat(traffic.unseenSince(now)).isZero();
        assertThat(traffic.ageMillis(packet)).isEqualTo(200);
    }

    /** Bytes read between two marks count for a packet between them. */
    @Test
    void shouldRatherOverestimateThanUnderestimate() {
        read(100, 10, 1);
        long packet = now + 50;
        read(100, 20, 1);

        assertThat(traffic.unseenSince(packet)).isBetween(PUBLISH, 20 + PUBLISH);
    }

    @Test
    void shouldNotCountWhatWasSeen() {
        long packet = now;
        read(100, 1_000_000, 1_000);
        for (int i = 0; i < 999; i++) {
            traffic.countSeen();
        }

        assertThat(traffic.unseenSince(packet)).isEqualTo(1_000 + PUBLISH);
        assertThat(traffic.unseen()).isEqualTo(1_000 + PUBLISH);
    }

    /** Other extensions and the broker reject some packets. */
    @Test
    void shouldStopCountingPacketsThatAreNeverSeen() {
        read(100, 1_000_000, 1_000);
        assertThat(traffic.unseen()).isEqualTo(1_000 * (1_000 + PUBLISH));

        for (int i = 0; i < 700; i++) {
            read(100, 0, 0);
        }

        assertThat(traffic.unseen()).isZero();
    }

    @Test
    void shouldContinueAfterTheClockWasSetBack() {
        read(3_600_000, 10, 1);
        now -= 3_600_000;
        read(100, 20, 1);
        long packet = now;
        read(100, 30, 1);

        assertThat(traffic.unseenSince(packet)).isEqualTo(30 + PUBLISH);
    }

    @SeededTest
    void shouldSubtractTheFewestUnseenPacketsOfTheLastMinute(RandomValues random) {
        var unseen = new TreeMap<>(Map.of(now, publishes));
        long seen = 0;

        for (int i = 0; i < 1_500; i++) {
            if (random.below(3) == 0) {
                traffic.countSeen();
                seen++;
            }
            read(random.below(200) == 0 ? -random.between(0, 5_000) : 100, 0, random.below(2));
            unseen.tailMap(now, true).clear();
            unseen.put(now, publishes - seen);
            if (unseen.size() > 600) {
                unseen.pollFirstEntry();
            }

            assertThat(traffic.unseen()).isEqualTo((publishes - seen - Collections.min(unseen.values())) * PUBLISH);
        }
    }

    @Test
    void shouldReadTheMetricsOfTheBroker() {
        var metrics = new MetricRegistry();
        var broker = InboundTraffic.of(metrics);
        assertThat(broker.unseen()).as("without these metrics").isZero();
        metrics.register("com.hivemq.networking.bytes.read.total", (Gauge<Long>) () -> 70L);
        metrics.counter("com.hivemq.messages.incoming.publish.count").inc(7);

        assertThat(broker.unseen()).isEqualTo(70 + 7 * PUBLISH);
    }

    private void read(long millis, long moreBytes, long morePublishes) {
        now += millis;
        bytes += moreBytes;
        publishes += morePublishes;
        traffic.mark();
    }
}
