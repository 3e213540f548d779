package io.github.hivemqtdengine.pipeline.delivery;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.TestRoute;
import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.pipeline.delivery.RetryPolicy.Action;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryPolicyTest {

    private final RetryPolicy policy =
            new RetryPolicy(new RetrySettings(Duration.ofMillis(100), Duration.ofSeconds(30), Duration.ofSeconds(60)));

    @ParameterizedTest
    @CsvSource({
        "TRANSIENT, 1, 1, RETRY",
        "TRANSIENT, 1000000, 1, RETRY",
        "TRANSIENT, 2, 2, RETRY",
        "TRANSIENT, 3, 2, HALVE",
        "CONGESTED, 1000000, 2, RETRY",
        "FATAL, 1000000, 2, RETRY",
        "TOO_LARGE, 1, 1, REJECT",
        "TOO_LARGE, 1, 2, SPLIT",
        "REJECTED, 1, 1, REJECT",
        "REJECTED, 1, 2, SPLIT",
        "SCHEMA, 2, 2, RETRY",
        "SCHEMA, 3, 1, REJECT",
        "SCHEMA, 3, 2, SPLIT",
        "UNKNOWN, 2, 2, RETRY",
        "UNKNOWN, 3, 1, REJECT",
        "UNKNOWN, 3, 2, SPLIT"
    })
    void shouldDecideByKindRepeatsAndSize(FailureKind kind, int repeats, int messages, Action action) {
        var trial = trial(messages);
        var failure = new WriteException(kind, "scripted", new IllegalStateException());
        for (int failed = 0; failed < repeats; failed++) {
            trial.recordFailure(failure);
        }

        assertThat(policy.next(kind, trial, messages)).isEqualTo(action);
    }

    @ParameterizedTest
    @CsvSource({"1, RETRY, ISOLATE", "2, HALVE, SPLIT"})
    void shouldSplitWhatLosesItsConnectionAgainAndAgain(int messages, Action before, Action after) {
        var trial = trial(messages);
        for (int failed = 1; failed < RetryPolicy.SUSPECT_TRIES; failed++) {
            loseConnection(trial);
        }
        assertThat(policy.next(FailureKind.TRANSIENT, trial, messages)).isEqualTo(before);

        loseConnection(trial);
        assertThat(policy.next(FailureKind.TRANSIENT, trial, messages)).isEqualTo(after);
        assertThat(policy.next(FailureKind.CONGESTED, trial, messages)).isEqualTo(Action.RETRY);
    }

    /** Loses the connection of a database that answered right before. */
    private static void loseConnection(RetryAttempts trial) {
        trial.setAnswered(true);
        trial.recordFailure(WriteException.ofLostConnection("scripted", new IllegalStateException()));
    }

    /** Attempts of a batch of so large messages that two of them can be halved. */
    private static RetryAttempts trial(int messages) {
        var message = message("a/x", "0".repeat(64 * 1_024));
        var queued = new QueuedMessage(new RouteAccount("a", PipelineMetrics.NONE), message);
        return new RetryAttempts(
                Collections.nCopies(messages, new MappedMessage(queued, TestRoute.arrivalRoute("a"), List.of())));
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
