package io.github.hivemqtdengine.pipeline.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.time.StopSignal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryStateTest {

    private long nanos = Long.MAX_VALUE - 1;

    private final RetryState retries = new RetryState(
            "db", RetrySettings.DEFAULT, new DatabaseHealth("db"), new StopSignal(), PipelineMetrics.NONE, () -> nanos);

    @Test
    void shouldSuspectOneMessageAtATimeWhereNothingIsStored() {
        assertThat(retries.maySuspect(1)).isTrue();
        retries.countDeadLetter(FailureKind.TRANSIENT);
        assertThat(retries.maySuspect(1)).isFalse();
        assertThat(retries.maySuspect(2)).isTrue();

        retries.recordSuccess();
        assertThat(retries.maySuspect(1)).isTrue();
    }

    @Test
    void shouldSuspectTheNextOneAfterAWhile() {
        for (int suspect = 0; suspect < 3; suspect++) {
            retries.countDeadLetter(FailureKind.TRANSIENT);
            pass(RetryState.BETWEEN_SUSPECTS.minusNanos(1));
            assertThat(retries.maySuspect(1)).isFalse();

            pass(Duration.ofNanos(1));
            assertThat(retries.maySuspect(1)).isTrue();
        }
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }
}
