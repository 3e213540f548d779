package io.github.hivemqtdengine.pipeline;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many lanes may write to one database at once: all of them, until it says that it is overloaded. Each time that
 * is halved, once for all writes that were under way together, but never below two, so that one that hangs does not
 * hold all others; every round of writes that succeed allows one more. The lane that waits longest is next. Shared by
 * the database's lanes.
 */
final class WriteLimit {

    private static final Logger LOG = LoggerFactory.getLogger(WriteLimit.class);
    private static final Duration LOOK_AT_STOP = Duration.ofMillis(100);
    private static final int FEWEST = 2;

    private final String databaseId;
    private final int lanes;
    private final StopSignal stop;
    private final long lookAtStopNanos;
    private final OncePerInterval log = new OncePerInterval(Duration.ofMinutes(1));
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition freed = lock.newCondition();
    private final Deque<Thread> waiting = new ArrayDeque<>();
    private volatile int allowed;
    private int underWay;
    private int successes;
    private int halvings;

    WriteLimit(String databaseId, int lanes, StopSignal stop) {
        this(databaseId, lanes, stop, LOOK_AT_STOP);
    }

    /** @param lookAtStop how often a lane that waits looks at the stop signal */
    WriteLimit(String databaseId, int lanes, StopSignal stop, Duration lookAtStop) {
        this.databaseId = databaseId;
        this.lanes = lanes;
        this.stop = stop;
        this.lookAtStopNanos = lookAtStop.toNanos();
        this.allowed = lanes;
    }

    /** How many writes may be under way at once now. */
    int allowed() {
        return allowed;
    }

    /** How many lanes wait for their turn. */
    int waiting() {
        lock.lock();
        try {
            return waiting.size();
        } finally {
            lock.unlock();
        }
    }

    /**
     * Waits until one more write may begin.
     *
     * @return the round that the write belongs to
     * @throws WriteException if the time to drain is over before
     */
    int begin() throws WriteException {
        lock.lock();
        try {
            awaitTurn();
            underWay++;
            return halvings;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw withoutTurn(e);
        } finally {
            lock.unlock();
        }
    }

    private void awaitTurn() throws WriteException, InterruptedException {
        var me = Thread.currentThread();
        waiting.addLast(me);
        try {
            while (underWay >= allowed || waiting.peekFirst() != me) {
                if (stop.isOver()) {
                    throw withoutTurn(new TimeoutException("the time to drain is over"));
                }
                freed.await(lookAtStopNanos, TimeUnit.NANOSECONDS);
            }
        } finally {
            waiting.remove(me);
            freed.signalAll(); // there may be room for the next one, too
        }
    }

    private WriteException withoutTurn(Exception cause) {
        return new WriteException(
                FailureKind.CONGESTED,
                "database " + databaseId + " is overloaded and had no turn for the write",
                cause);
    }

    /** A write that had begun has ended; to be called once for each, after {@link #succeeded} or {@link #failed}. */
    void end() {
        lock.lock();
        try {
            underWay--;
            freed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** A write has succeeded. */
    void succeeded() {
        lock.lock();
        try {
            successes++;
            if (allowed < lanes && successes >= allowed) {
                change(allowed + 1);
            }
        } finally {
            lock.unlock();
        }
    }

    /**
     * A write has failed.
     *
     * @param round what {@link #begin} said
     */
    void failed(int round, WriteException failure) {
        if (failure.kind() != FailureKind.CONGESTED) {
            return;
        }
        lock.lock();
        try {
            if (round == halvings) {
                halvings++;
                change(Math.max(Math.min(FEWEST, lanes), allowed / 2));
            }
        } finally {
            lock.unlock();
        }
        if (log.isDue()) {
            LOG.warn(
                    "Database {} is overloaded, {} of {} lanes write at once now: {}",
                    databaseId,
                    allowed,
                    lanes,
                    failure.sentence());
        }
    }

    private void change(int writes) {
        allowed = writes;
        successes = 0;
    }
}
