package io.github.hivemqtdengine.pipeline;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Takes messages from a lane's queue until a batch is full, or the linger behind its first message is over. What waited while
 * the last batch was written is the beginning of the next one.
 */
final class BatchCollector {

    private static final long IDLE_NANOS = Duration.ofSeconds(1).toNanos();

    private final LaneQueue queue;
    private final MessageMapper mapper;
    private final BatchSettings limits;
    private final StopSignal stop;

    BatchCollector(LaneQueue queue, MessageMapper mapper, BatchSettings limits, StopSignal stop) {
        this.queue = queue;
        this.mapper = mapper;
        this.limits = limits;
        this.stop = stop;
    }

    /** The next batch, waited for; {@code null} once the pipeline stops and the queue is empty or the time is over. */
    @Nullable
    Batch next() {
        var first = first();
        if (first == null) {
            return null;
        }
        var batch = new Batch(limits);
        long deadline = System.nanoTime() + limits.linger().toNanos();
        for (var message = first; message != null; message = batch.isFull() ? null : following(batch, deadline)) {
            batch.take();
            mapper.map(message).ifPresent(batch::add);
        }
        return batch;
    }

    private @Nullable QueuedMessage first() {
        while (!stop.isOver()) {
            boolean isLast = stop.isStopping(); // asked before the queue is: what came before the stop is in there
            var message = queue.poll();
            if (message != null || isLast) {
                return message;
            }
            queue.await(1, 1, IDLE_NANOS);
        }
        return null;
    }

    private @Nullable QueuedMessage following(Batch batch, long deadline) {
        while (true) {
            var message = queue.poll();
            if (message != null) {
                return message; // the usual case under load, without a look at the clock
            }
            long left = deadline - System.nanoTime();
            if (left <= 0 || stop.isStopping()) {
                return null;
            }
            queue.await(batch.room(), batch.roomBytes(), left);
        }
    }
}
