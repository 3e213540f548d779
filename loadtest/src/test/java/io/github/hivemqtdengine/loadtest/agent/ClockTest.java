// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.AgentFigures;
import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Comparison of clocks, and what is said about them. */
class ClockTest {

    @ParameterizedTest
    @ValueSource(longs = {3_200_000, -3_200_000, 0})
    void shouldFindTheOffsetWithinTheUncertainty(long micros) throws Exception {
        var found = ClockOffset.measure(() -> EpochMicros.now() + micros);

        assertThat(found.micros()).isBetween(micros - found.uncertaintyMicros(), micros + found.uncertaintyMicros());
    }

    @Test
    void shouldCountTheShortestRoundTrip() throws Exception {
        var exchanges = new AtomicInteger();

        var found = ClockOffset.measure(() -> {
            if (exchanges.incrementAndGet() != 7) {
                long end = System.nanoTime() + 10_000_000;
                while (System.nanoTime() < end) {
                    LockSupport.parkNanos(1_000_000); // at least 10 ms on one way
                }
            }
            return EpochMicros.now();
        });

        assertThat(exchanges).hasValue(20);
        assertThat(Math.abs(found.micros())).isLessThanOrEqualTo(found.uncertaintyMicros());
    }

    @Test
    void shouldSayNothingAboutGoodClocks() {
        assertThat(ClockWarnings.of(List.of(agent("a", 0.1, 0.1), agent("b", 0.1, -0.1)), latency(10)))
                .isEmpty();
        assertThat(ClockWarnings.of(List.of(agent("alone", 50, 50)), latency(10)))
                .isEmpty();
    }

    @Test
    void shouldNameTheClocksThatMakeLatenciesInexact() {
        var agents = List.of(agent("a", 0.5, 0), agent("b", 0.01, 0), agent("c", 0.6, 0.1));

        assertThat(ClockWarnings.of(agents, latency(10)))
                .singleElement()
                .asString()
                .contains("± 1.200 ms", "agents c and a");
    }

    @Test
    void shouldNameAClockThatStepped() {
        var agents = List.of(agent("a", 0.1, 2_999), agent("b", 0.1, 0));

        assertThat(ClockWarnings.of(agents, latency(10))).first().asString().contains("agent a", "2999.000 ms wrong");
        assertThat(ClockWarnings.of(agents.subList(0, 1), new LatencyHistogram()))
                .singleElement()
                .asString()
                .contains("agent a");
    }

    private static AgentFigures agent(String name, double uncertaintyMs, double driftMs) {
        return new AgentFigures(name, 3_200, uncertaintyMs, driftMs, 0, 0);
    }

    private static LatencyHistogram latency(long millis) {
        var latency = new LatencyHistogram();
        latency.add(millis * 1_000);
        return latency;
    }
}
