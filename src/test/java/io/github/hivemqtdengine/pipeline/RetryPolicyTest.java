package io.github.hivemqtdengine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.RetryPolicy.Action;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {

    private final RetryPolicy policy =
            new RetryPolicy(new RetrySettings(Duration.ofMillis(100), Duration.ofSeconds(30), Duration.ofSeconds(60)));

    @ParameterizedTest
    @CsvSource({
        "TRANSIENT, 1, RETRY",
        "TRANSIENT, 1000000, RETRY",
        "FATAL, 1000000, RETRY",
        "TOO_LARGE, 1, SPLIT",
        "REJECTED, 1, SPLIT",
        "SCHEMA, 2, RETRY",
        "SCHEMA, 3, SPLIT",
        "UNKNOWN, 2, RETRY",
        "UNKNOWN, 3, SPLIT"
    })
    void shouldDecideByKindAndDoubts(FailureKind kind, int doubts, Action action) {
        assertThat(policy.next(kind, doubts)).isEqualTo(action);
    }

    @ParameterizedTest
    @CsvSource({"1, 50, 100", "2, 100, 200", "4, 400, 800", "9, 12800, 25600", "10, 15000, 30000", "2000, 15000, 30000"
    })
    void shouldDoubleThePauseUpToItsLimit(int failures, long atLeast, long atMost) {
        for (int i = 0; i < 100; i++) {
            assertThat(policy.pause(FailureKind.TRANSIENT, failures).toMillis()).isBetween(atLeast, atMost);
        }
    }

    @Test
    void shouldProbeSlowlyWhereOnlyAnOperatorHelps() {
        assertThat(policy.pause(FailureKind.FATAL, 1)).isEqualTo(Duration.ofSeconds(60));
    }
}
