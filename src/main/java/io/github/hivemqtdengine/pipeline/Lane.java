// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.delivery.BatchCollector;
import io.github.hivemqtdengine.pipeline.delivery.BatchCollector.Batch;
import io.github.hivemqtdengine.pipeline.delivery.BatchDelivery;
import io.github.hivemqtdengine.pipeline.delivery.Caution;
import io.github.hivemqtdengine.pipeline.delivery.WritePace;
import io.github.hivemqtdengine.pipeline.queue.LaneQueue;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Delivery lane of one queue, one thread and one writer: stores its messages in the order of their arrival. */
final class Lane {

    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    private final LaneQueue queue;
    private final WritePace pace;
    private final BatchCollector collector;
    private final BatchDelivery delivery;
    private final Outcomes outcomes;
    private final Caution caution;
    private final Thread thread;
    /** Set while messages are not committed, since a dead letter so far may not be on the disk. */
    private boolean isCommitPending;

    Lane(
            String name,
            LaneQueue queue,
            WritePace pace,
            BatchCollector collector,
            BatchDelivery delivery,
            Outcomes outcomes,
            Caution caution) {
        this.queue = queue;
        this.pace = pace;
        this.collector = collector;
        this.delivery = delivery;
        this.outcomes = outcomes;
        this.caution = caution;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    void start() {
        caution.begin(); // only after all lanes have recovered: a start that fails leaves the note unchanged
        thread.start();
    }

    LaneQueue queue() {
        return queue;
    }

    WritePace pace() {
        return pace;
    }

    /** Releases the queue's resources, once the thread has ended and nothing is appended any more. */
    void close() {
        queue.close();
        caution.close();
    }

    /** Waits for the thread to end, then ends the queue: see {@link LaneQueue#end}. */
    void join(Duration timeout) throws InterruptedException {
        thread.join(Math.max(1, timeout.toMillis()));
        if (thread.isAlive()) {
            LOG.warn(
                    "Lane \"{}\" did not stop in time: its last write is still waiting for the database",
                    thread.getName());
        }
        queue.end(outcomes);
    }

    private void run() {
        delivery.connect();
        while (deliverNext()) {
            // until the pipeline stops
        }
        queue.end(outcomes);
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
            pace.begin(System.nanoTime());
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
            pace.end();
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
}
