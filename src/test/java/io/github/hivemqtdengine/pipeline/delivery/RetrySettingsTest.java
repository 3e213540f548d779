// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetrySettingsTest {

    private final RetrySettings settings =
            new RetrySettings(Duration.ofMillis(100), Duration.ofSeconds(30), Duration.ofSeconds(60));

    @ParameterizedTest
    @CsvSource({"1, 100", "2, 200", "4, 800", "9, 25600", "10, 30000", "2000, 30000"})
    void shouldPauseAnywhereBelowALimitThatDoubles(int failures, long limit) {
        var pauses = LongStream.range(0, 200)
                .map(i -> settings.pause(FailureKind.TRANSIENT, failures).toMillis())
                .boxed()
                .toList();

        assertThat(pauses)
                .allSatisfy(pause -> assertThat(pause).isBetween(1L, limit))
                .anySatisfy(pause -> assertThat(pause).isLessThan(limit / 2))
                .anySatisfy(pause -> assertThat(pause).isGreaterThan(limit / 2));
    }

    @Test
    void shouldProbeSlowlyWhereOnlyAnOperatorHelps() {
        assertThat(settings.pause(FailureKind.FATAL, 1)).isEqualTo(Duration.ofSeconds(60));
    }
}
