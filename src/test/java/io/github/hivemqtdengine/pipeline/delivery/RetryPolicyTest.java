package io.github.hivemqtdengine.pipeline.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.delivery.RetryPolicy.Action;
import java.time.Duration;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {

    private final RetryPolicy policy =
            new RetryPolicy(new RetrySettings(Duration.ofMillis(100), Duration.ofSeconds(30), Duration.ofSeconds(60)));

    @ParameterizedTest
    @CsvSource({
        "TRANSIENT, 1, false, RETRY",
        "TRANSIENT, 1000000, false, RETRY",
        "TRANSIENT, 2, true, RETRY",
        "TRANSIENT, 3, true, HALVE",
        "CONGESTED, 1000000, true, RETRY",
        "FATAL, 1000000, true, RETRY",
        "TOO_LARGE, 1, false, SPLIT",
        "REJECTED, 1, false, SPLIT",
        "SCHEMA, 2, true, RETRY",
        "SCHEMA, 3, false, SPLIT",
        "UNKNOWN, 2, true, RETRY",
        "UNKNOWN, 3, false, SPLIT"
    })
    void shouldDecideByKindRepeatsAndSize(FailureKind kind, int repeats, boolean canBeHalved, Action action) {
        assertThat(policy.next(kind, repeats, RetryPolicy.SUSPECT_TRIES - 1, canBeHalved))
                .isEqualTo(action);
    }

    @Test
    void shouldSplitWhatLosesItsConnectionAgainAndAgain() {
        assertThat(policy.next(FailureKind.TRANSIENT, 5, RetryPolicy.SUSPECT_TRIES, true))
                .isEqualTo(Action.SPLIT);
        assertThat(policy.next(FailureKind.CONGESTED, 5, RetryPolicy.SUSPECT_TRIES, true))
                .isEqualTo(Action.RETRY);
    }

    @ParameterizedTest
    @CsvSource({"1, 100", "2, 200", "4, 800", "9, 25600", "10, 30000", "2000, 30000"})
    void shouldPauseAnywhereBelowALimitThatDoubles(int failures, long limit) {
        var pauses = LongStream.range(0, 200)
                .map(i -> policy.pause(FailureKind.TRANSIENT, failures).toMillis())
                .boxed()
                .toList();

        assertThat(pauses)
                .allSatisfy(pause -> assertThat(pause).isBetween(1L, limit))
                .anySatisfy(pause -> assertThat(pause).isLessThan(limit / 2))
                .anySatisfy(pause -> assertThat(pause).isGreaterThan(limit / 2));
    }

    @Test
    void shouldProbeSlowlyWhereOnlyAnOperatorHelps() {
        assertThat(policy.pause(FailureKind.FATAL, 1)).isEqualTo(Duration.ofSeconds(60));
    }
}
