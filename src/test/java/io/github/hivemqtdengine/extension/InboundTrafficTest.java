package io.github.hivemqtdengine.extension;

import static org.assertj.core.api.Assertions.assertThat;

import com.codahale.metrics.Gauge;
import com.codahale.metrics.MetricRegistry;
import org.junit.jupiter.api.Test;

class InboundTrafficTest {

    private long now = 1_000_000;
    private long volume = 500;
    private final InboundTraffic traffic = new InboundTraffic(() -> volume, () -> now);

    @Test
    void shouldTellWhatWasReadSinceAPacket() {
        read(100, 10);
        long packet = now;
        read(100, 20);
        read(100, 30);

        assertThat(traffic.since(packet)).isEqualTo(50);
        assertThat(traffic.since(now)).isZero();
        assertThat(traffic.ageMillis(packet)).isEqualTo(200);
    }

    /** What was read between two marks counts for a packet between them. */
    @Test
    void shouldRatherTellTooMuchThanTooLittle() {
        read(100, 10);
        long packet = now + 50;
        read(100, 20);

        assertThat(traffic.since(packet)).isEqualTo(20);
    }

    @Test
    void shouldRememberAMinute() {
        for (int i = 0; i < 10_000; i++) {
            read(100, 1);
        }

        assertThat(traffic.since(now - 30_000)).isEqualTo(300);
        assertThat(traffic.since(now - 900_000)).as("since its oldest mark").isBetween(590L, 610L);
    }

    @Test
    void shouldGoOnWhenTheClockIsSetBack() {
        read(3_600_000, 10);
        now -= 3_600_000;
        read(100, 20);
        long packet = now;
        read(100, 30);

        assertThat(traffic.since(packet)).isEqualTo(30);
    }

    @Test
    void shouldAddUpBytesAndPublishesOfTheBroker() {
        var metrics = new MetricRegistry();
        var broker = InboundTraffic.of(metrics);
        assertThat(broker.volume()).as("without these metrics").isZero();
        metrics.register("com.hivemq.networking.bytes.read.total", (Gauge<Long>) () -> 70L);
        metrics.counter("com.hivemq.messages.incoming.publish.count").inc(3);

        assertThat(broker.volume()).isEqualTo(70 + 3 * InboundTraffic.HEAP_PER_PUBLISH);
    }

    private void read(long millis, long bytes) {
        now += millis;
        volume += bytes;
        assertThat(traffic.ageMillis(now)).isZero();
    }
}
