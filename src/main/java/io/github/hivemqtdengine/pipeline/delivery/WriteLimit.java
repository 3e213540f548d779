// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.time.OncePerInterval;
import io.github.hivemqtdengine.time.StopSignal;
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
 * Adaptive limit of concurrent writes to one database, shared by its lanes. All lanes may write until the database
 * reports an overload. An overload halves the limit once for all concurrent writes, but not below two, so that a
 * hanging write does not block all others. Every round of successful writes raises the limit by one. The lane that
 * waits longest is next.
 */
public final class WriteLimit {

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

    public WriteLimit(String databaseId, int lanes, StopSignal stop) {
        this(databaseId, lanes, stop, LOOK_AT_STOP);
    }

    /** @param lookAtStop interval at which a waiting lane checks the stop signal */
    public WriteLimit(String databaseId, int lanes, StopSignal stop, Duration lookAtStop) {
        this.databaseId = databaseId;
        this.lanes = lanes;
        this.stop = stop;
        this.lookAtStopNanos = lookAtStop.toNanos();
        this.allowed = lanes;
    }

    /** Returns the current limit. */
    public int allowed() {
        return allowed;
    }

    /** Returns how many lanes wait for their turn. */
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
     * @throws WriteException if the drain time is over first
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
            freed.signalAll(); // the limit may allow the next one, too
        }
    }

    private WriteException withoutTurn(Exception cause) {
        return new WriteException(
                FailureKind.CONGESTED,
                "database " + databaseId + " is overloaded and had no turn for the write",
                cause);
    }

    /** Ends a write; to be called once for each, after {@link #recordSuccess} or {@link #recordFailure}. */
    void end() {
        lock.lock();
        try {
            underWay--;
            freed.signalAll();
        } finally {
            lock.unlock();
        }
    }

    /** Counts a successful write. */
    void recordSuccess() {
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
     * Halves the limit after an overload.
     *
     * @param round result of {@link #begin}
     */
    void recordFailure(int round, WriteException failure) {
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
        if (log.tryAcquire()) {
            LOG.warn(
                    "Database \"{}\" is overloaded; {} of {} lanes may write at once: {}",
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
