// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.RunningPipelines;
import io.github.hivemqtdengine.pipeline.ScriptedDatabase;
import io.github.hivemqtdengine.pipeline.TestRoute;
import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.time.StopSignal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class BatchDeliveryTest {

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final List<DeadLetter> letters = new ArrayList<>();
    private final StopSignal stop = new StopSignal();
    private final DatabaseHealth health = new DatabaseHealth("db");

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @Test
    void shouldWriteNothingWhereALookTakesUntilTheDrainIsOver() {
        database.look = () -> stop.stopWithin(Duration.ZERO);

        deliver();

        assertThat(database.looks).hasValue(1);
        assertThat(database.writes).isEmpty();
        assertThat(letters).singleElement().extracting(DeadLetter::reason).isEqualTo(DeadLetterReason.STOPPED);
    }

    @Test
    void shouldNotLookWhenTheDrainIsOver() {
        stop.stopWithin(Duration.ZERO);

        deliver();

        assertThat(database.looks).hasValue(0);
        assertThat(letters).singleElement().extracting(DeadLetter::reason).isEqualTo(DeadLetterReason.STOPPED);
    }

    @Test
    void shouldNotCountAsWaitingOnceItsBatchIsGone() {
        database.fail(rows -> {
            database.objection = database.writes.size() == 2 ? "somebody has changed the table" : null;
            return FailureKind.TRANSIENT;
        });
        deliver();
        assertThat(log.lines()).anyMatch(line -> line.contains("accepts no rows"));
        assertThat(letters).singleElement().extracting(DeadLetter::reason).isEqualTo(DeadLetterReason.REJECTED);

        retries().recordSuccess(); // that of another lane

        assertThat(log.lines()).anyMatch(line -> line.contains("accepts rows again"));
    }

    /** Delivers a batch of one message. */
    private void deliver() {
        var route = TestRoute.arrivalRoute("a");
        var message = message("a/x", "0");
        var queued = new QueuedMessage(new RouteAccount("a", PipelineMetrics.NONE), message);
        var writer = LaneWriterTest.writer(() -> database, new WriteLimit("db", 1, stop), new Caution());
        var keys = new TimestampAllocator(Set::of);
        var outcomes = new Outcomes(letters::add, EpochClock.SYSTEM);
        try (var delivery = new BatchDelivery(writer, keys, retries(), outcomes)) {
            delivery.deliver(List.of(new MappedMessage(queued, route, route.rows(message, (event, subject) -> {}))));
        } catch (MappingException e) {
            throw new AssertionError(e);
        }
    }

    private RetryState retries() {
        return new RetryState("db", RunningPipelines.QUICK, health, stop, PipelineMetrics.NONE);
    }
}
