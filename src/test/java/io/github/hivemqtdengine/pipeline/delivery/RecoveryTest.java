package io.github.hivemqtdengine.pipeline.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.time.StopSignal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RecoveryTest {

    private long nanos = Long.MAX_VALUE - 1;

    private final Recovery recovery = new Recovery(
            "db",
            new RetryPolicy(RetrySettings.DEFAULT),
            new DatabaseHealth("db"),
            new StopSignal(),
            PipelineMetrics.NONE,
            () -> nanos);

    @Test
    void shouldSuspectOneMessageAtATimeWhereNothingIsStored() {
        assertThat(recovery.maySuspect(1)).isTrue();
        recovery.countDeadLetter(FailureKind.TRANSIENT);
        assertThat(recovery.maySuspect(1)).isFalse();
        assertThat(recovery.maySuspect(2)).isTrue();

        recovery.recordSuccess();
        assertThat(recovery.maySuspect(1)).isTrue();
    }

    @Test
    void shouldSuspectTheNextOneAfterAWhile() {
        for (int suspect = 0; suspect < 3; suspect++) {
            recovery.countDeadLetter(FailureKind.TRANSIENT);
            pass(Recovery.BETWEEN_SUSPECTS.minusNanos(1));
            assertThat(recovery.maySuspect(1)).isFalse();

            pass(Duration.ofNanos(1));
            assertThat(recovery.maySuspect(1)).isTrue();
        }
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }
}
