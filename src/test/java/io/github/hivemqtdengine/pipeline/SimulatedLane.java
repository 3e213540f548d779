// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.LaneChoice.ByCost;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.delivery.BatchSettings;
import io.github.hivemqtdengine.pipeline.delivery.WritePace;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneQueue;
import io.github.hivemqtdengine.pipeline.queue.MemoryQueue;
import java.time.Duration;
import java.util.List;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** A lane without a thread: the test takes and writes for it, in a time of its own. For one thread. */
final class SimulatedLane {

    private static final long FIXED_NANOS = 1_000_000;
    private static final int MAX_MESSAGES = 1_000;

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
        pace = new WritePace(queue, BatchSettings.DEFAULT, () -> Duration.ofSeconds(20));
    }

    /** Returns the choice by cost among these lanes. */
    static ByCost choice(List<SimulatedLane> lanes, int groupSize, LongSupplier nanos) {
        return new ByCost(
                lanes.stream().map(lane -> lane.queue).toList(),
                lanes.stream().map(lane -> lane.pace).toList(),
                groupSize,
                nanos);
    }

    void append(QueuedMessage message) {
        assertThat(queue.append(message)).isTrue();
    }

    /** Returns how many messages wait or are being written. */
    int messages() {
        return pace.messages();
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
