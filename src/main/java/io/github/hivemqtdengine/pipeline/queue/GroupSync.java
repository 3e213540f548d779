// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.pipeline.account.PendingAck;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Group sync of a log: pending acknowledgements that are added while the disk is busy share the next sync. The thread
 * starts with the first of them. Any thread may add pending acknowledgements.
 */
public final class GroupSync {

    private static final Logger LOG = LoggerFactory.getLogger(GroupSync.class);

    private static final Duration LONGEST_STOP = Duration.ofSeconds(2);

    private final String name;
    private final MessageLog log;
    /** Pending acknowledgements of the next sync. */
    private WeakAcks waiting = new WeakAcks();

    private @Nullable Thread thread;
    private boolean isClosed;
    /** Number up to which a failed sync left messages in doubt; a later success does not resolve that. */
    private volatile long doubtfulUpTo;

    /** Held during a sync: one thread at a time. */
    private final Object disk = new Object();

    /** @param name name of the thread */
    public GroupSync(String name, MessageLog log) {
        this.name = name;
        this.log = log;
    }

    /** Completes a pending acknowledgement once the message of this number, already appended, is on the disk. */
    synchronized void add(long number, PendingAck pendingAck) {
        if (isClosed) {
            pendingAck.refuse();
            return;
        }
        if (thread == null) {
            thread = new Thread(this::run, name);
            thread.setDaemon(true);
            thread.start();
        }
        waiting.put(number, pendingAck);
        notifyAll();
    }

    /** Returns how many pending acknowledgements wait for the next sync. */
    synchronized int waiting() {
        return waiting.size();
    }

    private void run() {
        try {
            boolean isLast;
            do {
                isLast = awaitAcks();
                sync(removeAll());
            } while (!isLast);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits for a pending acknowledgement or the end; returns whether it is the end, after which nothing is added. */
    private synchronized boolean awaitAcks() throws InterruptedException {
        while (waiting.size() == 0 && !isClosed) {
            wait();
        }
        return isClosed;
    }

    private synchronized WeakAcks removeAll() {
        var round = waiting;
        waiting = new WeakAcks();
        return round;
    }

    private void sync(WeakAcks round) {
        try {
            syncNow();
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "Messages cannot be synced to the disk and are not acknowledged; check the disk: {}", e.toString());
        }
        long doubtful = doubtfulUpTo;
        round.removeAll((number, pendingAck) -> {
            if (number > doubtful) {
                pendingAck.arrived();
            } else {
                pendingAck.refuse();
            }
        });
    }

    /**
     * Syncs the log in the calling thread.
     *
     * @throws java.io.UncheckedIOException if that fails; the pending acknowledgements of all messages appended so far
     *     are then refused
     */
    void syncNow() {
        synchronized (disk) {
            try {
                log.sync();
            } catch (RuntimeException | Error e) {
                doubtfulUpTo = log.lastNumber();
                throw e;
            }
        }
    }

    /** Ends after a sync for the pending acknowledgements added so far. Calling it twice is harmless. */
    void close() {
        var running = end();
        if (running == null) {
            return;
        }
        try {
            running.join(LONGEST_STOP.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (running.isAlive()) {
            LOG.warn("Thread \"{}\" did not stop in time: it is still waiting for the disk", name);
        }
    }

    private synchronized @Nullable Thread end() {
        isClosed = true;
        notifyAll();
        return thread;
    }
}
