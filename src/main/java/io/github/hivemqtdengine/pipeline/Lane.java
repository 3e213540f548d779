package io.github.hivemqtdengine.pipeline;

import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One queue, one thread, one writer: messages of one lane reach the database in the order of their arrival. */
final class Lane {

    private static final Logger LOG = LoggerFactory.getLogger(Lane.class);

    private final LaneQueue queue;
    private final LaneLoad load;
    private final BatchCollector collector;
    private final BatchDelivery delivery;
    private final Outcomes outcomes;
    private final Caution caution;
    private final HeldBack heldBack = new HeldBack();
    private final Thread thread;
    private volatile boolean hasEnded;

    Lane(
            String name,
            LaneQueue queue,
            LaneLoad load,
            BatchCollector collector,
            BatchDelivery delivery,
            Outcomes o,
            Caution caution) {
        this.queue = queue;
        this.load = load;
        this.collector = collector;
        this.delivery = delivery;
        this.outcomes = o;
        this.caution = caution;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Takes in what an earlier process has left; returns its latest time of arrival, epoch microseconds. */
    long recover() {
        return queue.recover(this);
    }

    void start() {
        caution.begin(); // not before all has been recovered: a start that fails leaves the note as it is
        thread.start();
    }

    /**
     * Appends a message without waiting; {@code false} if there is no room. One that comes after the end, and finds no place
     * to wait for the next process, becomes a dead letter, unless the place that it comes from keeps it.
     */
    boolean offer(QueuedMessage message) {
        boolean isTakenIn = queue.offer(message);
        if (!hasEnded) {
            return isTakenIn;
        }
        keepRest(); // a thread that was slow here while the pipeline closed
        if (!isTakenIn && !message.isKeptElsewhere()) {
            message.takenIn();
            outcomes.stopped(message);
            outcomes.syncLetters(List.of(message));
            return true;
        }
        return isTakenIn;
    }

    /** Whether there is so much room that a message can come that would be as well off elsewhere. */
    boolean hasRoomToSpare() {
        return queue.hasRoomToSpare();
    }

    /** How many messages wait or are being written. */
    int messages() {
        return load.messages();
    }

    /** Returns the time of arrival of the oldest message that is being written: see {@link LaneLoad#oldestArrival}. */
    long oldestArrival() {
        return load.oldestArrival();
    }

    /** How dear the lane is now: see {@link LaneLoad#cost}. */
    double cost(long now) {
        return load.cost(now);
    }

    /** What is offered from now on waits for the next process, if it can. */
    void seal() {
        queue.seal();
    }

    /** Brings what waits to the disk: see {@link LaneQueue#sync}. */
    void sync() {
        queue.sync();
    }

    /** Gives back what the queue holds, once the thread has ended and nothing is offered any more. */
    void close() {
        queue.close();
        caution.close();
    }

    /** Lets the thread look at the stop signal, which must have been given. */
    void wakeUp() {
        queue.wakeUp();
    }

    /** Waits for the thread to end, and keeps what it left in the queue. */
    void join(Duration timeout) throws InterruptedException {
        thread.join(Math.max(1, timeout.toMillis()));
        if (thread.isAlive()) {
            LOG.warn("{} still waits for its database and is left behind", thread.getName());
        }
        end();
    }

    private void run() {
        delivery.knock();
        while (deliverNext()) {
            // until the pipeline stops
        }
        end();
        delivery.close();
        if (!heldBack.isEmpty()) {
            settle(List.of());
        }
    }

    private boolean deliverNext() {
        try {
            return deliver(collector.newBatch());
        } catch (RuntimeException | Error e) {
            LOG.error("{} failed and goes on with the next batch", thread.getName(), e);
            return true;
        }
    }

    private boolean deliver(Batch batch) {
        try {
            boolean goesOn = collector.fill(batch);
            load.begin(System.nanoTime());
            delivery.deliver(batch.messages());
            return goesOn;
        } catch (RuntimeException | Error e) {
            outcomes.brokenOff(batch.taken(), e); // first, since there may be no memory to say so
            LOG.error("{} failed on a batch", thread.getName(), e);
            return true;
        } finally {
            load.end();
            settle(batch.taken());
        }
    }

    /**
     * Tells the queue that messages are settled, once all dead letters so far are on the disk: until then the log keeps them
     * for the next process.
     */
    private void settle(List<QueuedMessage> taken) {
        boolean isOnDisk = outcomes.syncLetters(taken) && (heldBack.isEmpty() || outcomes.syncAgain());
        if (!isOnDisk) {
            heldBack.add(taken, EpochClock.SYSTEM.micros());
            return;
        }
        if (!heldBack.isEmpty()) {
            queue.settle(heldBack.takeAll());
        }
        queue.settle(taken);
        caution.settled();
    }

    private void end() {
        hasEnded = true;
        keepRest();
    }

    private void keepRest() {
        queue.giveRest(outcomes);
    }
}
