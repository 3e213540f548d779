// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.RetrySettings;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class PipelineStopTest extends RunningPipelines {

    @Test
    void shouldStoreWhatWaitsWhenItStops() {
        var gate = database.shutGate();
        var pipeline = start(settings(2, 10), TestRoute.arrivalRoute("a"), TestRoute.arrivalRoute("b"));
        publish(pipeline, "a/x", 500);

        var closing = CompletableFuture.runAsync(pipeline::close);
        await().until(() -> isClosing(pipeline));
        gate.countDown();
        closing.join();

        assertThat(pipeline.counters("a").stored()).isEqualTo(500);
        assertThat(database.values()).containsAll(numbers(500));
        assertThat(letters).isEmpty();
        assertThat(database.openWriters).hasValue(0);
    }

    @Test
    void shouldKeepWhatCannotBeStoredWhenItStops() {
        database.fail(FailureKind.TRANSIENT, rows -> true);
        var pipeline = start(settings(lanes(2), 10, QUICK, Duration.ofMillis(50)), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", 500);

        pipeline.close();

        assertThat(letters).hasSize(500).allMatch(letter -> letter.reason() == DeadLetterReason.STOPPED);
        assertThat(pipeline.counters("a").difference()).isZero();
        assertThat(pipeline.counters("a").inFlight()).isZero();
    }

    @Test
    @Timeout(60) // instead of an hour
    void shouldNotWaitForADatabaseThatIsDownWhereNothingIsToBeStored() {
        database.connectFailure = FailureKind.TRANSIENT;
        var pipeline = start(settings(lanes(2), 10, QUICK, Duration.ofHours(1)), TestRoute.arrivalRoute("a"));

        pipeline.close();

        assertThat(database.openWriters).hasValue(0);
    }

    @Test
    void shouldTakeNothingInOnceItHasStopped() {
        var pipeline = start(settings(1, 10), TestRoute.arrivalRoute("a"));
        pipeline.close();
        pipeline.close();

        publish(pipeline, "a/x", 3);

        assertThat(pipeline.counters("a").get(DropReason.STOPPED)).isEqualTo(3);
    }

    @Test
    @Timeout(60) // instead of an hour
    void shouldTryAgainAtOnceWhenTheStopBegins() {
        database.fail(FailureKind.FATAL, rows -> true);
        var slow = new RetrySettings(Duration.ofHours(1), Duration.ofHours(1), Duration.ofHours(1));
        var pipeline = start(settings(lanes(1), 10, slow, Duration.ofMinutes(30)), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", 1);
        await().until(() -> database.writes.size() == 1);
        database.recover();

        pipeline.close();

        assertThat(database.values()).containsExactly("0");
    }

    /** Each half of a batch may take as long as a write takes to time out. */
    @Test
    void shouldNotTryTheOtherHalfOnceTheTimeToDrainIsOver() {
        var gate = database.shutGate();
        var pipeline = start(
                settings(lanes(1), 1_000, QUICK, Duration.ZERO),
                TestRoute.arrivalRoute("a"),
                TestRoute.arrivalRoute("b"));
        publish(pipeline, "a/x", "first"); // holds the lane while the others gather
        await().until(() -> database.waitingAtGate.get() == 1);
        var half = new CountDownLatch(1);
        var stopped = new CountDownLatch(1);
        database.fail(rows -> {
            if (rows.size() == 500) {
                half.countDown();
                pass(stopped);
            }
            return rows.size() > 1 ? FailureKind.REJECTED : null;
        });
        publish(pipeline, "a/x", 1_000);
        gate.countDown();
        pass(half);

        var closing = CompletableFuture.runAsync(pipeline::close);
        await().until(() -> isClosing(pipeline));
        stopped.countDown();
        closing.join();

        assertThat(database.writes).as("the first, all, one half").hasSize(3);
        assertThat(letters)
                .filteredOn(letter -> letter.routeId().equals("a")) // b may have taken a probe in before the end
                .hasSize(1_000)
                .allMatch(letter -> letter.reason() == DeadLetterReason.STOPPED);
        assertThat(pipeline.counters("a").inFlight()).isZero();
    }

    private static void pass(CountDownLatch gate) {
        try {
            gate.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static boolean isClosing(Pipeline pipeline) {
        pipeline.accept(pipeline.match("b/probe"), message("b/probe", "0"));
        return pipeline.counters("b").get(DropReason.STOPPED) > 0;
    }
}
