// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.time.StopSignal;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RetryStateTest {

    private final WriteException refused =
            new WriteException(FailureKind.FATAL, "wrong password", new IllegalStateException());

    private long nanos = Long.MAX_VALUE - 1;

    private final DatabaseHealth health = new DatabaseHealth("db");
    private final StopSignal stop = new StopSignal();
    private final RetryState retries =
            new RetryState("db", RetrySettings.DEFAULT, health, stop, PipelineMetrics.NONE, () -> nanos);

    @Test
    void shouldSuspectOneMessageAtATimeWhereNothingIsStored() {
        assertThat(retries.maySuspect(1)).isTrue();
        retries.recordDeadLetter(FailureKind.TRANSIENT);
        assertThat(retries.maySuspect(1)).isFalse();
        assertThat(retries.maySuspect(2)).isTrue();

        retries.recordSuccess();
        assertThat(retries.maySuspect(1)).isTrue();
    }

    @Test
    void shouldSuspectTheNextOneAfterAWhile() {
        for (int suspect = 0; suspect < 3; suspect++) {
            retries.recordDeadLetter(FailureKind.TRANSIENT);
            pass(RetryState.BETWEEN_SUSPECTS.minusNanos(1));
            assertThat(retries.maySuspect(1)).isFalse();

            pass(Duration.ofNanos(1));
            assertThat(retries.maySuspect(1)).isTrue();
        }
    }

    @Test
    void shouldReconnectAfterEachProbeDelayAndAtOnceToAnotherDatabase() {
        assertThat(retries.beginReconnect()).isFalse();
        for (int attempt = 0; attempt < 3; attempt++) {
            retries.reportUnreachable(refused);
            pass(RetrySettings.DEFAULT.probeDelay().minusNanos(1));
            assertThat(retries.beginReconnect()).isFalse();
            pass(Duration.ofNanos(1));
            assertThat(retries.beginReconnect()).isTrue();
        }
        retries.reportUnreachable(refused);
        stop.wakeUp();
        assertThat(retries.beginReconnect()).isTrue();

        retries.reportReachable();

        assertThat(health.isUp()).isTrue();
        stop.wakeUp();
        assertThat(retries.beginReconnect()).isFalse();
    }

    @Test
    void shouldNotEndTheOutageOfALaneThatWaitsByAConnection() {
        retries.reportUnreachable(refused);
        health.beginWait("another lane");

        retries.reportReachable();

        assertThat(health.needsOperator()).isTrue();
    }

    private void pass(Duration time) {
        nanos += time.toNanos();
    }
}
