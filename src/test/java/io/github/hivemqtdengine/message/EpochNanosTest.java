// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class EpochNanosTest {

    @ParameterizedTest
    @CsvSource({
        "1767225600000000, 1000, 's for ms, ms for us, or us for ns'",
        "1767225600000, 1000000, 's for us, or ms for ns'",
        "1767225600, 1000000000, s for ns",
    })
    void shouldHintAtALargerUnit(long nanos, long factor, String units) {
        assertThat(EpochNanos.unitHint(nanos))
                .isEqualTo(
                        "; with a unit " + factor + " times as large (" + units + ") it would be 2026-01-01T00:00:00Z");
    }

    @ParameterizedTest
    @ValueSource(strings = {"1970-01-01T00:00:00Z", "1969-12-31T23:59:59Z", "1985-04-12T23:20:50.52Z"})
    void shouldGiveNoHintWhereNoUnitFits(Instant time) {
        assertThat(EpochNanos.unitHint(EpochNanos.of(time))).isEmpty();
        assertThat(EpochNanos.unitHint(-1_767_225_600_000_000_000L)).isEmpty();
        assertThat(EpochNanos.unitHint(Long.MIN_VALUE)).isEmpty();
        assertThat(EpochNanos.unitHint(Long.MAX_VALUE)).isEmpty();
    }
}
