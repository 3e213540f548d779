package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.delivery.BatchCollector;
import io.github.hivemqtdengine.pipeline.delivery.BatchCollector.Batch;
import io.github.hivemqtdengine.pipeline.delivery.BatchDelivery;
import io.github.hivemqtdengine.pipeline.delivery.Caution;
import io.github.hivemqtdengine.pipeline.delivery.LaneLoad;
import io.github.hivemqtdengine.pipeline.queue.LaneQueue;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivery lane of one queue, one thread and one writer: stores its messages in the order of their arrival. */
final class Lane {

    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    private final LaneQueue queue;
    private final LaneLoad load;
    private final BatchCollector collector;
    private final BatchDelivery delivery;
    private final Outcomes outcomes;
    private final Caution caution;
    private final Thread thread;
    /** Set while messages are not committed, since a dead letter so far may not be on the disk. */
    private boolean isCommitPending;

    private volatile boolean hasEnded;

    Lane(
            String name,
            LaneQueue queue,
            LaneLoad load,
            BatchCollector collector,
            BatchDelivery delivery,
            Outcomes outcomes,
            Caution caution) {
        this.queue = queue;
        this.load = load;
        this.collector = collector;
        this.delivery = delivery;
        this.outcomes = outcomes;
        this.caution = caution;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Recovers the messages of an earlier process; returns their latest arrival time, epoch microseconds. */
    long recover() {
        return queue.recover();
    }

    void start() {
        caution.begin(); // only after all lanes have recovered: a start that fails leaves the note unchanged
        thread.start();
    }

    /**
     * Appends a message without waiting; returns {@code false} if there is no room. After the end of the lane, a
     * message that is neither logged nor kept elsewhere becomes a dead letter.
     */
    boolean enqueue(QueuedMessage message) {
        boolean isAccepted = queue.offer(message);
        if (!hasEnded) {
            return isAccepted;
        }
        keepRest(); // a slow thread may have appended while the pipeline closed
        if (!isAccepted && !message.isKeptElsewhere()) {
            message.completeIntake();
            outcomes.rejectAfterStop(message);
            outcomes.syncDeadLetters(List.of(message));
            return true;
        }
        return isAccepted;
    }

    /** Returns whether the queue has room to spare: see {@link LaneQueue#hasRoomToSpare}. */
    boolean hasRoomToSpare() {
        return queue.hasRoomToSpare();
    }

    /** Returns how many messages wait or are being written. */
    int messages() {
        return load.messages();
    }

    /** Returns the arrival time of the oldest message being written: see {@link LaneLoad#oldestArrival}. */
    OptionalLong oldestArrival() {
        return load.oldestArrival();
    }

    /** Returns the current cost of the lane: see {@link LaneLoad#cost}. */
    double cost(long now) {
        return load.cost(now);
    }

    /** Seals the queue: see {@link LaneQueue#seal}. */
    void seal() {
        queue.seal();
    }

    /** Syncs the queue's log: see {@link LaneQueue#sync}. */
    void sync() {
        queue.sync();
    }

    /** Releases the queue's resources, once the thread has ended and nothing is enqueued any more. */
    void close() {
        queue.close();
        caution.close();
    }

    /** Wakes up the thread so that it sees the stop signal, which must be set before. */
    void wakeUp() {
        queue.wakeUp();
    }

    /** Waits for the thread to end, then ends the queue: see {@link LaneQueue#giveRest}. */
    void join(Duration timeout) throws InterruptedException {
        thread.join(Math.max(1, timeout.toMillis()));
        if (thread.isAlive()) {
            LOG.warn(
                    "Lane \"{}\" did not stop in time: its last write is still waiting for the database",
                    thread.getName());
        }
        end();
    }

    private void run() {
        delivery.connect();
        while (deliverNext()) {
            // until the pipeline stops
        }
        end();
        delivery.close();
        if (isCommitPending) {
            commit(List.of());
        }
    }

    private boolean deliverNext() {
        try {
            return deliver(collector.newBatch());
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "Internal error: lane \"{}\" failed between batches and continues with the next batch;"
                            + " please report it",
                    thread.getName(),
                    e);
            return true;
        }
    }

    private boolean deliver(Batch batch) {
        try {
            boolean goesOn = collector.fill(batch, delivery::reconnect);
            load.begin(System.nanoTime());
            delivery.deliver(batch.messages());
            return goesOn;
        } catch (RuntimeException | Error e) {
            caution.yieldTurn();
            outcomes.rejectAfterDefect(batch.taken(), e); // first, since there may be no memory left to log it
            LOG.error(
                    "Internal error: lane \"{}\" failed on a batch; its incomplete messages become dead"
                            + " letters; please report it",
                    thread.getName(),
                    e);
            return true;
        } finally {
            load.end();
            caution.endBatch();
            commit(batch.taken());
        }
    }

    /**
     * Commits completed messages once all dead letters so far are on the disk. Until then the log keeps the messages
     * for the next process.
     */
    private void commit(List<QueuedMessage> taken) {
        boolean isDurable = outcomes.syncDeadLetters(taken) && (!isCommitPending || outcomes.syncAllDeadLetters());
        isCommitPending = !isDurable;
        queue.commit(taken, isDurable);
        if (isDurable) {
            caution.endIfCommitted();
        }
    }

    private void end() {
        hasEnded = true;
        keepRest();
    }

    private void keepRest() {
        queue.giveRest(outcomes);
    }
}
