package io.github.hivemqtdengine.pipeline;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One queue, one thread, one writer: messages of one lane reach the database in the order of their arrival. */
final class Lane {

    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    private final LaneQueue queue;
    private final BatchCollector collector;
    private final BatchDelivery delivery;
    private final BatchWriter writer;
    private final Outcomes outcomes;
    private final Thread thread;

    Lane(
            String name,
            LaneQueue queue,
            BatchCollector collector,
            BatchDelivery delivery,
            BatchWriter writer,
            Outcomes o) {
        this.queue = queue;
        this.collector = collector;
        this.delivery = delivery;
        this.writer = writer;
        this.outcomes = o;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Appends a message without waiting; {@code false} if there is no room. */
    boolean offer(QueuedMessage message) {
        return queue.offer(message);
    }

    /** Waits for the thread to end, and keeps what it left in the queue. The stop signal must have been given. */
    void join(Duration timeout) throws InterruptedException {
        queue.wakeUp();
        thread.join(timeout.toMillis());
        if (thread.isAlive()) {
            LOG.warn("{} still waits for its database and is left behind", thread.getName());
        }
        keepRest();
    }

    private void run() {
        delivery.knock();
        for (var batch = collector.next(); batch != null; batch = collector.next()) {
            deliver(batch);
        }
        keepRest();
        writer.close();
    }

    private void deliver(Batch batch) {
        try {
            delivery.deliver(batch.messages());
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "{} failed on a batch of {} messages",
                    thread.getName(),
                    batch.messages().size(),
                    e);
        }
    }

    private void keepRest() {
        for (var message = queue.poll(); message != null; message = queue.poll()) {
            outcomes.stopped(message);
        }
    }
}
