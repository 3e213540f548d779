package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.queue.LaneQueue;
import io.github.hivemqtdengine.pipeline.time.StopSignal;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Collects messages from a lane's queue until a batch is full or the linger after its first message is over. Messages
 * that arrive during a write begin the next batch.
 */
public final class BatchCollector {

    private static final long IDLE_NANOS = Duration.ofSeconds(1).toNanos();

    private final LaneQueue queue;
    private final LaneLoad load;
    private final MessageMapper mapper;
    private final BatchSize size;
    private final Linger linger;
    private final StopSignal stop;
    private final Caution caution;
    private long lastArrivalMicros;

    public BatchCollector(
            LaneQueue queue,
            LaneLoad load,
            MessageMapper mapper,
            BatchSize size,
            Linger linger,
            StopSignal stop,
            Caution caution) {
        this.queue = queue;
        this.load = load;
        this.mapper = mapper;
        this.size = size;
        this.linger = linger;
        this.stop = stop;
        this.caution = caution;
    }

    /** Returns an empty batch of the current maximum size. */
    public Batch newBatch() {
        return size.newBatch();
    }

    /**
     * Waits for messages, takes them from the queue, and adds those that can be mapped to the batch.
     *
     * @return {@code false} once the pipeline stops and the queue is empty or the drain time is over
     */
    public boolean fill(Batch batch) {
        var first = first();
        if (first == null) {
            return false;
        }
        linger.begin(first.message().arrivalMicros() - lastArrivalMicros);
        for (var message = first; message != null; message = isComplete(batch) ? null : following(batch)) {
            batch.take(message);
            load.take(message.message());
            if (!message.message().replayed()) {
                lastArrivalMicros = message.message().arrivalMicros();
            }
            map(message, batch);
        }
        caution.endMapping();
        return true;
    }

    private boolean isComplete(Batch batch) {
        return batch.isFull() || caution.isOn();
    }

    private void map(QueuedMessage message, Batch batch) {
        if (!caution.isOn()) {
            mapper.map(message).ifPresent(batch::add);
        } else if (caution.condemns(message.number())) {
            mapper.rejectSuspect(message);
        } else {
            caution.beginMapping(message.number());
            try {
                mapper.map(message, caution::pause).ifPresent(batch::add);
            } finally {
                caution.pause();
            }
        }
    }

    private @Nullable QueuedMessage first() {
        while (!stop.isOver()) {
            boolean isLast = stop.isStopping(); // read before the poll, so that messages from before the stop are found
            var message = queue.poll();
            if (message != null || isLast) {
                return message;
            }
            queue.await(1, 1, IDLE_NANOS);
        }
        return null;
    }

    private @Nullable QueuedMessage following(Batch batch) {
        while (true) {
            var message = queue.poll();
            if (message != null) {
                return message; // usual case under load, without reading the clock
            }
            if (linger.left() <= 0 || stop.isStopping()) {
                return null;
            }
            await(batch);
        }
    }

    /** Leaves messages in the queue until there are enough: mapping can wait until a burst is over. */
    private void await(Batch batch) {
        queue.await(batch.room(), batch.roomBytes(), linger.left());
        if (linger.left() <= 0 && queue.depth() > 0 && linger.extend()) {
            queue.await(batch.room(), batch.roomBytes(), linger.left());
        }
    }
}
