// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class InFlightTest {

    @Test
    void shouldNumberAcknowledgementsInAnyOrder() {
        var inFlight = new InFlight<String>();
        inFlight.add("a");
        inFlight.add("b");
        inFlight.add("c");

        assertThat(inFlight.remove("b")).isEqualTo(1);
        assertThat(inFlight.remove("b")).isEqualTo(-1);
        assertThat(inFlight.remove("a")).isZero();
        assertThat(inFlight.remove("c")).isEqualTo(2);
        assertThat(inFlight.size()).isZero();
    }

    @Test
    void shouldGrowBehindOneThatIsNeverAcknowledged() {
        var inFlight = new InFlight<Integer>();
        inFlight.add(-1);
        for (int i = 0; i < 1_000; i++) {
            inFlight.add(i);
            assertThat(inFlight.remove(i)).isEqualTo(i + 1);
        }

        assertThat(inFlight.size()).isEqualTo(1);
        assertThat(inFlight.remove(-1)).isZero();
    }
}
