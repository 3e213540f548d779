package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.route.RouteTable;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchDeliveryTest {

    private final ScriptedDatabase database = new ScriptedDatabase();
    private final List<DeadLetter> letters = new ArrayList<>();
    private final StopSignal stop = new StopSignal();

    @Test
    void shouldWriteNothingWhereALookTakesUntilTheDrainIsOver() {
        database.look = () -> stop.stopWithin(Duration.ZERO);

        deliver();

        assertThat(database.looks).hasValue(1);
        assertThat(database.writes).isEmpty();
        assertThat(letters).singleElement().extracting(DeadLetter::reason).isEqualTo(DeadLetter.Reason.STOPPED);
    }

    @Test
    void shouldNotLookWhenTheDrainIsOver() {
        stop.stopWithin(Duration.ZERO);

        deliver();

        assertThat(database.looks).hasValue(0);
        assertThat(letters).singleElement().extracting(DeadLetter::reason).isEqualTo(DeadLetter.Reason.STOPPED);
    }

    /** Delivers a batch of one message. */
    private void deliver() {
        var route = TestRoute.arrivalRoute("a");
        var queued = new QueuedMessage(new RouteAccount("a", PipelineMetrics.NONE), message("a/x", "0"));
        var load = new LaneLoad(new MemoryQueue(QueueSettings.DEFAULT));
        var size = new BatchSize(BatchSettings.DEFAULT, Duration.ofSeconds(20));
        var writer = new LaneWriter(database.openWriter(), new WriteLimit("db", 1, stop), size, load, System::nanoTime);
        var recovery = new Recovery(
                "db", new RetryPolicy(RunningPipelines.QUICK), new DatabaseHealth("db"), stop, PipelineMetrics.NONE);
        var keys = new TimeKeys("db", RouteTable.of(List.of(route)));
        try (var delivery = new BatchDelivery(writer, keys, recovery, new Outcomes(letters::add, EpochClock.SYSTEM))) {
            delivery.deliver(List.of(new MappedMessage(queued, route, List.of())));
        }
    }
}
