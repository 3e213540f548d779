// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class InstrumentsTest {

    private final Instruments instruments = new Instruments(InstantSource.fixed(Instant.EPOCH));

    @Test
    void shouldHaveEveryKindOfDeviceAtEveryQosAndVersion() {
        var kinds = new HashSet<String>();
        for (int number = 0; number < 18; number++) {
            var message = instruments.of(number).measure();
            kinds.add(message.topic().split("/", -1)[2] + " " + message.qos() + " " + number % 2);
        }

        assertThat(kinds).hasSize(18);
    }

    @Test
    void shouldGiveEveryReadingOfAMeterATimeOfItsOwn() throws Exception {
        var meter = IntStream.range(0, 6)
                .mapToObj(instruments::of)
                .filter(device -> device.measure().topic().contains("/meter/"))
                .findFirst()
                .orElseThrow();
        var times = new HashSet<Long>();
        for (int message = 0; message < 10; message++) {
            for (var reading :
                    new ObjectMapper().readTree(meter.measure().payload()).get("readings")) {
                assertThat(times.add(reading.get("t").longValue())).isTrue();
            }
        }

        assertThat(times).hasSize(50);
    }

    @Test
    void shouldBreakMessagesOfEveryKind() {
        assertThat(new Message("t", "20.123", 0).broken().payload()).isEqualTo("20.?");
        assertThat(new Message("t", "{\"v\": 1}", 0).broken().payload()).isEqualTo("{\"v\"?");
    }
}
