// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.relay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;

class WireTest {

    private static final long SECOND = 1_000_000_000;
    private static final long MBIT = 1_000_000;
    private static final double GOODPUT = Wire.PACKET_BYTES / (double) (Wire.PACKET_BYTES + Wire.OVERHEAD_BYTES);

    @Test
    void shouldCarryAsMuchAsItsBandwidthAllows() {
        var wire = new Wire(100 * MBIT, 0, 0);
        var flow = wire.flow();

        wire.offer(flow, 100_000_000, 0);

        assertThat(wire.take(flow, SECOND)).isCloseTo((int) (12_500_000 * GOODPUT), Percentage.withPercentage(0.1));
        assertThat(wire.take(flow, SECOND)).isZero();
        assertThat(wire.take(flow, 2 * SECOND)).isCloseTo((int) (12_500_000 * GOODPUT), Percentage.withPercentage(0.1));
    }

    @Test
    void shouldGiveFlowsEqualPartsWhateverTheyOffer() {
        var wire = new Wire(100 * MBIT, 0, 0);
        var greedy = wire.flow();
        var modest = wire.flow();

        wire.offer(greedy, 100_000_000, 0);
        wire.offer(modest, 5_000_000, 0);

        assertThat(wire.take(modest, SECOND / 2) / (double) wire.take(greedy, SECOND / 2))
                .isCloseTo(1, within(0.01));
        assertThat(wire.take(modest, 2 * SECOND) + wire.take(greedy, 2 * SECOND))
                .isCloseTo((int) (1.5 * 12_500_000 * GOODPUT), Percentage.withPercentage(0.1));
    }

    @Test
    void shouldShareWithBulkFlowsThatAlwaysSend() {
        var wire = new Wire(100 * MBIT, 32, 0);
        var flow = wire.flow();

        wire.offer(flow, 100_000_000, 60 * SECOND); // after a minute of bulk flows only

        assertThat(wire.take(flow, 70 * SECOND))
                .isCloseTo((int) (10 * 12_500_000 * GOODPUT / 33), Percentage.withPercentage(0.5));
    }

    @Test
    void shouldLetASmallPacketWaitForItsTurnOnly() {
        var wire = new Wire(100 * MBIT, 32, 0);
        var flow = wire.flow();
        long round = 32 * (Wire.PACKET_BYTES + Wire.OVERHEAD_BYTES) * 80L;

        wire.offer(flow, 20, 0);

        assertThat(wire.next()).isCloseTo(round, within(20_000L));
        assertThat(wire.take(flow, wire.next() - 1)).isZero();
        assertThat(wire.take(flow, wire.next())).isEqualTo(20);
        assertThat(wire.next()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void shouldNotSaveUpWhatItDidNotCarry() {
        var wire = new Wire(100 * MBIT, 0, 0);
        var flow = wire.flow();

        wire.offer(flow, 10_000_000, 60 * SECOND);

        assertThat(wire.take(flow, 60 * SECOND)).isLessThan(20_000);
    }

    @Test
    void shouldLetASenderThatWaitsForAnAnswerLoseTheTimeOfTheAnswer() {
        var wire = new Wire(100 * MBIT, 0, 0);
        var flow = wire.flow();
        long turnAround = 500_000;
        long now = 0;
        for (int block = 0; block < 100; block++) {
            wire.offer(flow, 100_000, now);
            int carried = 0;
            while (carried < 100_000) {
                now = wire.next();
                carried += wire.take(flow, now);
            }
            now += turnAround;
        }

        double onTheWire = 100_000 / GOODPUT * 80;
        assertThat((double) now / 100).isCloseTo(onTheWire + turnAround, Percentage.withPercentage(0.1));
    }

    @Test
    void shouldGiveThePlaceOfAFlowThatIsGoneToOthers() {
        var wire = new Wire(100 * MBIT, 0, 0);
        var gone = wire.flow();
        var flow = wire.flow();
        wire.offer(gone, 100_000_000, 0);
        wire.offer(flow, 100_000_000, 0);

        wire.forget(gone);

        assertThat(wire.take(flow, SECOND)).isCloseTo((int) (12_500_000 * GOODPUT), Percentage.withPercentage(0.1));
    }
}
