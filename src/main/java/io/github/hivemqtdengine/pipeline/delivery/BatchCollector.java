// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.queue.LaneQueue;
import io.github.hivemqtdengine.time.StopSignal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Collects messages from a lane's queue until a batch is full or the linger after its first message is over. Messages
 * that arrive during a write begin the next batch.
 */
public final class BatchCollector {

    private static final long IDLE_NANOS = Duration.ofSeconds(1).toNanos();

    /** Divisor of a batch's rows for the messages that are a burst. */
    private static final int BURST_PART = 200;

    private final LaneQueue queue;
    private final WritePace pace;
    private final MessageMapper mapper;
    private final Linger linger;
    private final StopSignal stop;
    private final Caution caution;
    private long lastArrivalMicros;

    /** @param longestLinger maximum wait for more messages after the first one */
    public BatchCollector(
            LaneQueue queue,
            WritePace pace,
            MessageMapper mapper,
            Duration longestLinger,
            StopSignal stop,
            Caution caution) {
        this(queue, pace, mapper, linger(longestLinger, pace.rows(), System::nanoTime), stop, caution);
    }

    BatchCollector(
            LaneQueue queue, WritePace pace, MessageMapper mapper, Linger linger, StopSignal stop, Caution caution) {
        this.queue = queue;
        this.pace = pace;
        this.mapper = mapper;
        this.linger = linger;
        this.stop = stop;
        this.caution = caution;
    }

    /** @param rows maximum rows of a batch */
    static Linger linger(Duration longest, int rows, LongSupplier nanos) {
        return new Linger(longest, Math.max(1, rows / BURST_PART), nanos);
    }

    /** Returns an empty batch of the current maximum size. */
    public Batch newBatch() {
        return new Batch(pace.rows(), pace.bytes());
    }

    /**
     * Waits for messages, takes them from the queue, and adds those that can be mapped to the batch.
     *
     * @param whileIdle runs about once a second while no message waits
     * @return {@code false} once the pipeline stops and the queue is empty or the drain time is over
     */
    public boolean fill(Batch batch, Runnable whileIdle) {
        var first = pollFirst(whileIdle);
        if (first == null) {
            return false;
        }
        linger.begin(first.message().arrivalMicros() - lastArrivalMicros, pace.writeNanos());
        for (var message = first; message != null; message = isComplete(batch) ? null : pollNext(batch)) {
            batch.addTaken(message);
            pace.recordTaken(message.message());
            if (!message.message().replayed()) {
                lastArrivalMicros = message.message().arrivalMicros();
            }
            map(message, batch);
        }
        return true;
    }

    private boolean isComplete(Batch batch) {
        return batch.isFull() || caution.isOn();
    }

    private void map(QueuedMessage message, Batch batch) {
        if (caution.isSuspect(message.number())) {
            mapper.rejectSuspect(message);
        } else {
            mapper.map(message, caution).ifPresent(batch::add);
        }
    }

    private @Nullable QueuedMessage pollFirst(Runnable whileIdle) {
        while (!stop.isOver()) {
            boolean isLast = stop.isStopping(); // read before the poll, so that messages from before the stop are found
            var message = queue.poll();
            if (message != null || isLast) {
                return message;
            }
            whileIdle.run();
            queue.await(1, 1, IDLE_NANOS);
        }
        return null;
    }

    private @Nullable QueuedMessage pollNext(Batch batch) {
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
        do {
            queue.await(batch.room(), batch.roomBytes(), linger.left());
        } while (linger.left() <= 0 && !stop.isStopping() && linger.extend(queue.depth()));
    }

    /** Messages that are written together. For one lane's thread. */
    public static final class Batch {

        private final int maxRows;
        private final long maxBytes;
        private final List<QueuedMessage> taken = new ArrayList<>();
        private final List<MappedMessage> messages = new ArrayList<>();
        private int rows;
        private long bytes;
        private long rowBytes;

        Batch(int maxRows, long maxBytes) {
            this.maxRows = maxRows;
            this.maxBytes = maxBytes;
        }

        /** Records a message taken from the queue for this batch, whether or not it is written. */
        void addTaken(QueuedMessage message) {
            taken.add(message);
        }

        /** Adds a message to write. */
        void add(MappedMessage message) {
            messages.add(message);
            rows += message.rows().size();
            bytes += message.queued().weight();
            rowBytes += message.rowBytes();
        }

        /** Counts messages without rows too, so that messages with rows do not wait for ever. */
        boolean isFull() {
            return rows >= maxRows || taken.size() >= maxRows || Math.max(bytes, rowBytes) >= maxBytes;
        }

        /** Returns how many more one-row messages fit, at least 1. */
        int room() {
            return Math.max(1, maxRows - Math.max(rows, taken.size()));
        }

        /** Returns how many more bytes fit, at least 1. */
        long roomBytes() {
            return Math.max(1, maxBytes - Math.max(bytes, rowBytes));
        }

        /** Returns all messages taken from the queue; the lane must complete each of them. */
        public List<QueuedMessage> taken() {
            return taken;
        }

        /** Returns the messages to write. */
        public List<MappedMessage> messages() {
            return messages;
        }
    }

    /**
     * Adaptive linger of a lane's batches. After a pause a batch waits for a tenth of the configured time, since the
     * next message may be long in coming. During slow traffic it waits for a fifth, or for so long that writes take a
     * ninth of the lane's time, if the configured time allows that: a busy machine makes writes longer, and then has to
     * do fewer. Only a burst, whose messages cost less in one large write, makes it wait for all of the configured
     * time. For the lane's thread.
     */
    static final class Linger {

        /** Divisor of the longest wait for the first wait after a pause. */
        private static final int PART_AFTER_PAUSE = 10;

        /** Divisor of the longest wait for the shortest wait during slow traffic. */
        private static final int PART_OF_SLOW_TRAFFIC = 5;

        /** Multiple of the time of a write for the wait during slow traffic. */
        private static final int WRITES_PER_WAIT = 8;

        private final long longest;
        private final int burst;
        private final LongSupplier nanos;
        private long slow;
        private long wait;
        private long start;

        /**
         * @param burst fewest messages during a first wait that are a burst
         * @param nanos a clock like {@link System#nanoTime}
         */
        Linger(Duration longest, int burst, LongSupplier nanos) {
            this.longest = longest.toNanos();
            this.burst = burst;
            this.nanos = nanos;
        }

        /**
         * Begins a batch.
         *
         * @param pauseMicros time without messages before its first one
         * @param writeNanos average duration of the latest writes
         */
        void begin(long pauseMicros, long writeNanos) {
            boolean wasIdle = pauseMicros > TimeUnit.NANOSECONDS.toMicros(longest);
            slow = Math.min(longest, Math.max(longest / PART_OF_SLOW_TRAFFIC, WRITES_PER_WAIT * writeNanos));
            wait = wasIdle ? longest / PART_AFTER_PAUSE : slow;
            start = nanos.getAsLong();
        }

        /** Returns the nanoseconds until the wait is over; 0 or less if it is over. */
        long left() {
            return start + wait - nanos.getAsLong();
        }

        /**
         * Extends the wait as the traffic demands; returns {@code false} if it is long enough.
         *
         * @param arrived messages that have arrived during the wait
         */
        boolean extend(int arrived) {
            long before = wait;
            if (arrived >= burst) {
                wait = longest;
            } else if (arrived > 0) {
                wait = Math.max(wait, slow);
            }
            return wait > before;
        }
    }
}
