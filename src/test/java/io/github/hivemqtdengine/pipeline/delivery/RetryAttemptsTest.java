package io.github.hivemqtdengine.pipeline.delivery;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.TestRoute;
import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.pipeline.delivery.RetryAttempts.Action;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryAttemptsTest {

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
        var attempts = attempts(messages);
        var failure = new WriteException(kind, "scripted", new IllegalStateException());
        for (int failed = 1; failed < repeats; failed++) {
            attempts.next(failure, messages);
        }

        assertThat(attempts.next(failure, messages)).isEqualTo(action);
    }

    @ParameterizedTest
    @CsvSource({"1, RETRY, ISOLATE", "2, HALVE, SPLIT"})
    void shouldSplitWhatLosesItsConnectionAgainAndAgain(int messages, Action before, Action after) {
        var attempts = attempts(messages);
        for (int failed = 1; failed < RetryAttempts.SUSPECT_TRIES - 1; failed++) {
            loseConnection(attempts, messages);
        }
        assertThat(loseConnection(attempts, messages)).isEqualTo(before);
        assertThat(loseConnection(attempts, messages)).isEqualTo(after);
        var congested = new WriteException(FailureKind.CONGESTED, "scripted", new IllegalStateException());
        assertThat(attempts.next(congested, messages)).isEqualTo(Action.RETRY);
    }

    /** Loses the connection of a database that answered right before. */
    private static Action loseConnection(RetryAttempts attempts, int messages) {
        attempts.setAnswered(true);
        return attempts.next(WriteException.ofLostConnection("scripted", new IllegalStateException()), messages);
    }

    /** Attempts of a batch of so large messages that two of them can be halved. */
    private static RetryAttempts attempts(int messages) {
        var message = message("a/x", "0".repeat(64 * 1_024));
        var queued = new QueuedMessage(new RouteAccount("a", PipelineMetrics.NONE), message);
        return new RetryAttempts(
                Collections.nCopies(messages, new MappedMessage(queued, TestRoute.arrivalRoute("a"), List.of())));
    }
}
