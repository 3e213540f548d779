// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.delivery.DatabaseHealth;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.RetryState;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings.LaneKey;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.time.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Log lines for an operator: one line per event, for any number of messages. */
class PipelineLogTest extends RunningPipelines {

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @Test
    void shouldSayAgainAfterAMinuteWhereAnOutageGoesOnForAnotherReason() {
        var nanos = new AtomicLong();
        var health = new DatabaseHealth("db", nanos::get);
        health.recordFailure(new WriteException(FailureKind.TRANSIENT, "no connection", new IllegalStateException()));
        health.recordFailure(new WriteException(FailureKind.TRANSIENT, "disk full", new IllegalStateException()));
        assertThat(linesWith("accepts no rows")).hasSize(1);
        nanos.addAndGet(Duration.ofMinutes(1).toNanos());
        health.recordFailure(new WriteException(FailureKind.TRANSIENT, "no connection", new IllegalStateException()));
        health.recordFailure(new WriteException(FailureKind.TRANSIENT, "disk full", new IllegalStateException()));
        health.recordFailure(new WriteException(FailureKind.TRANSIENT, "no connection", new IllegalStateException()));
        assertThat(linesWith("accepts no rows")).hasSize(2).last().asString().endsWith("disk full");
    }

    @Test
    void shouldSayOnceThatAConnectionTimesOut() {
        var nanos = new AtomicLong();
        var health = new DatabaseHealth("db", nanos::get);
        for (var time : List.of("5000ms", "5001ms", "5013 ms")) {
            var reason = "not available, request timed out after " + time;
            health.recordFailure(new WriteException(FailureKind.TRANSIENT, reason, new IllegalStateException()));
            nanos.addAndGet(Duration.ofMinutes(2).toNanos());
        }

        assertThat(linesWith("accepts no rows")).hasSize(1);
    }

    @Test
    void shouldCountAnOutageFromTheFirstFailureOn() {
        var nanos = new AtomicLong();
        var health = new DatabaseHealth("db", nanos::get);
        var lane = new RetryState("db", QUICK, health, new StopSignal(), PipelineMetrics.NONE);
        var hung = new WriteException(FailureKind.TRANSIENT, "no answer", new IllegalStateException());
        health.beginWait(lane);
        nanos.addAndGet(Duration.ofSeconds(15).toNanos());
        health.beginWait(lane);
        health.recordFailure(hung);
        nanos.addAndGet(Duration.ofSeconds(5).toNanos());
        health.recordSuccess(lane);

        assertThat(linesWith("accepts rows again after 20 s")).hasSize(1);
    }

    @Test
    void shouldSayOnceThatAQueueIsFull() {
        var gate = database.shutGate();
        var pipeline = start(settings(1, 1, new QueueSettings(10, 1_000_000)), TestRoute.arrivalRoute("a"));

        publish(pipeline, "a/x", 1_000);

        gate.countDown();
        awaitCompleted(pipeline, "a");
        assertThat(log.lines())
                .filteredOn(line -> line.contains("Queue of database \"db\" is full"))
                .hasSize(1);
    }

    @Test
    void shouldSayOnceThatADatabaseIsDownAndOnceThatItIsBack() {
        database.connectFailure = FailureKind.TRANSIENT;
        var pipeline = start(settings(4, 10), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", 100);
        await().until(() -> database.connects.get() > 20);

        database.recover();

        awaitCompleted(pipeline, "a");
        assertThat(linesWith("accepts no rows"))
                .containsExactly("WARN Database \"db\" accepts no rows; messages wait: can't connect");
        assertThat(linesWith("accepts rows again")).hasSize(1);
    }

    @Test
    void shouldSayThatADatabaseIsBackWithoutAMessage() {
        database.connectFailure = FailureKind.FATAL;
        start(settings(2, 10), TestRoute.arrivalRoute("a"));
        await().until(() -> gauge("needs-operator") == 1);

        database.recover();

        await().until(() -> gauge("up") == 1);
        assertThat(gauge("needs-operator")).isZero();
        assertThat(linesWith("needs an operator")).hasSize(1);
        assertThat(linesWith("accepts rows again")).hasSize(1);
    }

    @Test
    void shouldNotCallItAnOutageWhereTheNextTrySucceeds() {
        database.fail(FailureKind.TRANSIENT, rows -> database.writes.size() < 2);
        var pipeline = start(settings(1, 10), TestRoute.arrivalRoute("a"));

        publish(pipeline, "a/x", 1);

        awaitCompleted(pipeline, "a");
        assertThat(database.writes).hasSize(2);
        assertThat(log.lines()).noneMatch(line -> line.contains("accepts no rows"));
    }

    @Test
    void shouldNotTakeTheBatchesOfOtherLanesForTheEndOfALanesOutage() {
        database.failLane(lane -> lane == 0 ? FailureKind.TRANSIENT : null);
        var pipeline = start(settings(new LaneSettings(2, LaneKey.NONE, 1, null), 10), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", 100);
        await().until(() -> !linesWith("accepts no rows").isEmpty());
        for (int i = 0; i < 10; i++) {
            publish(pipeline, "a/y", 100);
        }
        await().until(() -> pipeline.counters("a").stored() > 100);
        assertThat(linesWith("accepts rows again")).isEmpty();

        database.recover();

        awaitCompleted(pipeline, "a");
        assertThat(linesWith("accepts no rows")).hasSize(1);
        assertThat(linesWith("accepts rows again")).hasSize(1);
    }

    @Test
    void shouldSayAtOnceThatOnlyAnOperatorHelps() {
        database.fail(FailureKind.FATAL, rows -> database.writes.size() < 2);
        var pipeline = start(settings(1, 10), TestRoute.arrivalRoute("a"));

        publish(pipeline, "a/x", 1);

        awaitCompleted(pipeline, "a");
        assertThat(linesWith("needs an operator"))
                .containsExactly("ERROR Database \"db\" needs an operator; messages wait: scripted failure");
    }

    @Test
    void shouldNotTakeAMessageWithoutRowsForAWrite() {
        var pipeline = start(settings(1, 1), TestRoute.arrivalRoute("a"));
        publish(pipeline, "a/x", "good");
        awaitCompleted(pipeline, "a");
        database.fail(FailureKind.TRANSIENT, rows -> true);

        publish(pipeline, "a/x", "good");
        await().until(() -> database.writes.size() > 3);
        publish(pipeline, "a/y", "bad", "bad", "bad");

        database.recover();
        awaitCompleted(pipeline, "a");
        assertThat(linesWith("accepts no rows")).hasSize(1);
        assertThat(linesWith("accepts rows again")).hasSize(1);
    }

    @Test
    void shouldSayOnceWhyMessagesOfARouteAreNotStored() {
        database.fail(FailureKind.REJECTED, rows -> true);
        var pipeline = start(settings(1, 10), TestRoute.arrivalRoute("a"));

        publish(pipeline, "a/x", 100);

        awaitCompleted(pipeline, "a");
        assertThat(linesWith("cannot be stored"))
                .containsExactly(
                        "WARN Route \"a\": a message with topic \"a/x\" cannot be stored: scripted failure; 1 dead letters so far");
    }

    private List<String> linesWith(String words) {
        return log.lines().stream().filter(line -> line.contains(words)).toList();
    }
}
