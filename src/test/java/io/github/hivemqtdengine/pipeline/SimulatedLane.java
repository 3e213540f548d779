package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.Routing.SharedTables;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.delivery.BatchCollector;
import io.github.hivemqtdengine.pipeline.delivery.BatchDelivery;
import io.github.hivemqtdengine.pipeline.delivery.BatchSettings;
import io.github.hivemqtdengine.pipeline.delivery.Caution;
import io.github.hivemqtdengine.pipeline.delivery.DatabaseHealth;
import io.github.hivemqtdengine.pipeline.delivery.LaneWriter;
import io.github.hivemqtdengine.pipeline.delivery.MessageMapper;
import io.github.hivemqtdengine.pipeline.delivery.RetryState;
import io.github.hivemqtdengine.pipeline.delivery.TimestampAllocator;
import io.github.hivemqtdengine.pipeline.delivery.WriteLimit;
import io.github.hivemqtdengine.pipeline.delivery.WritePace;
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
    private static final int MAX_MESSAGES = 1_000;

    final Lane lane;
    private final LaneQueue queue;
    private final WritePace pace;
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
        pace = pace(queue);
        var outcomes = new Outcomes(letter -> true, EpochClock.SYSTEM);
        lane = lane(queue, pace, new ScriptedDatabase(), outcomes, new StopSignal());
    }

    /** Returns a lane with a thread, for route {@code a}, that is not started. */
    static Lane lane(LaneQueue queue, WritePace pace, ScriptedDatabase database, Outcomes outcomes, StopSignal stop) {
        var routes = RouteTable.of(List.of(TestRoute.arrivalRoute("a")));
        var collector = new BatchCollector(
                queue,
                pace,
                new MessageMapper(routes::route, lost -> {}, outcomes),
                Duration.ZERO,
                stop,
                new Caution());
        var limit = new WriteLimit("db", 1, stop);
        var writer = new LaneWriter(() -> database, limit, pace, new Caution(), System::nanoTime);
        var retries =
                new RetryState("db", RunningPipelines.QUICK, new DatabaseHealth("db"), stop, PipelineMetrics.NONE);
        var delivery = new BatchDelivery(
                writer,
                new TimestampAllocator(() -> SharedTables.NONE.and(routes).of("db")),
                retries,
                outcomes);
        return new Lane("lane", queue, pace, collector, delivery, outcomes, new Caution());
    }

    static WritePace pace(LaneQueue queue) {
        return new WritePace(queue, BatchSettings.DEFAULT, () -> Duration.ofSeconds(20));
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
            pace.recordSuccess(1, 1, nanos);
        }
    }

    /** Ends the write that is over, and begins the next one. */
    void run(long now) {
        long took = FIXED_NANOS + writing * nanosPerMessage;
        if (writing > 0 && !isAway && now - began >= took) {
            stored += writing;
            pace.recordSuccess(writing, writing, took);
            pace.end();
            writing = 0;
        }
        if (writing == 0) {
            begin(now);
        }
    }

    private void begin(long now) {
        for (var next = next(); next != null; next = next()) {
            pace.recordTaken(next.message());
            writing++;
        }
        if (writing > 0) {
            began = now;
            pace.begin(now);
        }
    }

    private @Nullable QueuedMessage next() {
        return writing < MAX_MESSAGES ? poll() : null;
    }

    /** Takes the oldest message, as if it were written at once. */
    @Nullable
    QueuedMessage poll() {
        return queue.poll();
    }
}
