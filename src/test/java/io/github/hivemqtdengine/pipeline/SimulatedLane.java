package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.Routing.SharedTables;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.delivery.BatchCollector;
import io.github.hivemqtdengine.pipeline.delivery.BatchDelivery;
import io.github.hivemqtdengine.pipeline.delivery.BatchSettings;
import io.github.hivemqtdengine.pipeline.delivery.BatchSize;
import io.github.hivemqtdengine.pipeline.delivery.Caution;
import io.github.hivemqtdengine.pipeline.delivery.DatabaseHealth;
import io.github.hivemqtdengine.pipeline.delivery.LaneLoad;
import io.github.hivemqtdengine.pipeline.delivery.LaneWriter;
import io.github.hivemqtdengine.pipeline.delivery.MessageMapper;
import io.github.hivemqtdengine.pipeline.delivery.RetrySettings;
import io.github.hivemqtdengine.pipeline.delivery.RetryState;
import io.github.hivemqtdengine.pipeline.delivery.TimestampAllocator;
import io.github.hivemqtdengine.pipeline.delivery.WriteLimit;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneQueue;
import io.github.hivemqtdengine.pipeline.queue.MemoryQueue;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.time.StopSignal;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A lane without a thread: the test takes and writes for it, in a time of its own. For one thread. */
final class SimulatedLane {

    private static final long FIXED_NANOS = 1_000_000;
    private static final int MOST_MESSAGES = 1_000;

    final Lane lane;
    private final LaneQueue queue;
    private final LaneLoad load;
    private final long quickNanos;
    private long nanosPerMessage;
    private boolean isAway;
    private int writing;
    private long began;
    private long stored;

    /** @param nanosPerMessage how long a write takes for each message, beside a millisecond for all */
    SimulatedLane(QueueSettings bounds, long nanosPerMessage) {
        this.quickNanos = nanosPerMessage;
        this.nanosPerMessage = nanosPerMessage;
        queue = new MemoryQueue(bounds);
        load = new LaneLoad(queue);
        lane = lane(queue, load);
    }

    private static Lane lane(LaneQueue queue, LaneLoad load) {
        var routes = RouteTable.of(List.of(TestRoute.arrivalRoute("a")));
        var outcomes = new Outcomes(letter -> true, EpochClock.SYSTEM);
        var stop = new StopSignal();
        var size = new BatchSize(BatchSettings.DEFAULT, () -> Duration.ofSeconds(20));
        var collector = new BatchCollector(
                queue,
                load,
                new MessageMapper(routes::route, lost -> {}, outcomes),
                size,
                Duration.ZERO,
                stop,
                new Caution());
        var database = new ScriptedDatabase();
        var writer = new LaneWriter(
                () -> database, new WriteLimit("db", 1, stop), size, load, new Caution(), System::nanoTime);
        var retries = new RetryState("db", RetrySettings.DEFAULT, new DatabaseHealth("db"), stop, PipelineMetrics.NONE);
        var delivery = new BatchDelivery(
                writer,
                new TimestampAllocator(() -> SharedTables.NONE.and(routes).of("db")),
                retries,
                outcomes);
        return new Lane("lane", queue, load, collector, delivery, outcomes, new Caution());
    }

    void becomeSlow(int factor) {
        nanosPerMessage = factor * quickNanos;
    }

    void becomeQuick() {
        nanosPerMessage = quickNanos;
    }

    /** From now on no write ends. */
    void goAway() {
        isAway = true;
    }

    void comeBack() {
        isAway = false;
    }

    /** Messages written since the previous call. */
    long storedMeanwhile() {
        long result = stored;
        stored = 0;
        return result;
    }

    /** Makes its last write one that took this long for each message. */
    void measured(long nanos) {
        for (int i = 0; i < 100; i++) {
            load.recordWrite(1, nanos);
        }
    }

    /** Ends the write that is over, and begins the next one. */
    void run(long now) {
        long took = FIXED_NANOS + writing * nanosPerMessage;
        if (writing > 0 && !isAway && now - began >= took) {
            stored += writing;
            load.recordWrite(writing, took);
            load.end();
            writing = 0;
        }
        if (writing == 0) {
            begin(now);
        }
    }

    private void begin(long now) {
        for (var next = next(); next != null; next = next()) {
            load.recordTaken(next.message());
            writing++;
        }
        if (writing > 0) {
            began = now;
            load.begin(now);
        }
    }

    private @Nullable QueuedMessage next() {
        return writing < MOST_MESSAGES ? poll() : null;
    }

    /** Takes the oldest message, as if it were written at once. */
    @Nullable
    QueuedMessage poll() {
        return queue.poll();
    }
}
