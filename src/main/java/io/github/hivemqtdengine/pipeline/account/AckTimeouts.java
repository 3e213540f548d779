// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.account;

import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for pending acknowledgements, with their timeouts and the delays of rate limits, by one thread. Messages that
 * arrive after a pending one may have to wait, too. Acknowledgements therefore also time out when too many bytes wait.
 * May be used by any thread.
 */
public final class AckTimeouts implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AckTimeouts.class);

    /** Milliseconds between two checks of the waiting bytes; in between, the heap grows by the bytes that arrive. */
    private static final long CHECK_INTERVAL_MILLIS = 100;

    /** Age up to which a wait does not end because of waiting bytes, since it did not cause them. */
    private static final long SHORT_WAIT_NANOS = Duration.ofMillis(300).toNanos();

    private final ScheduledThreadPoolExecutor clock;
    private final LongSupplier waitingBytes;
    private final long maxBytes;
    private final AtomicBoolean isChecking = new AtomicBoolean();
    /** Pending acknowledgement of each wait, which may be referenced from nowhere else. */
    private final Map<Wait, PendingAck> open = new ConcurrentHashMap<>();

    /** End of a wait. */
    public enum End {
        /** Acknowledgement permitted. */
        ARRIVED,
        /** Acknowledgement forbidden. */
        REFUSED,
        /** Outcome unknown: a limit was reached, or the extension stops. */
        OVERDUE
    }

    /**
     * Creates an object without waits; its thread starts with the first one.
     *
     * @param waitingBytes supplies the bytes of messages that wait for an acknowledgement
     * @param maxBytes maximum of these bytes, above which waits time out
     */
    public AckTimeouts(LongSupplier waitingBytes, long maxBytes) {
        this.waitingBytes = waitingBytes;
        this.maxBytes = maxBytes;
        this.clock = new ScheduledThreadPoolExecutor(1, task -> {
            var thread = new Thread(task, "tdengine-acknowledgements");
            thread.setDaemon(true);
            return thread;
        });
        clock.setRemoveOnCancelPolicy(true); // most tasks are cancelled long before
    }

    /**
     * Waits for a pending acknowledgement.
     *
     * @param limit maximum wait; 0 or less ends it at once
     * @param then called once with the end of the wait, by any thread
     */
    public void await(PendingAck pendingAck, Duration limit, Consumer<End> then) {
        var wait = new Wait(then);
        open.put(wait, pendingAck);
        try {
            startChecks();
            wait.limit = clock.schedule(() -> wait.end(End.OVERDUE), limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("Acknowledgement requested after the stop; it is overdue at once", e);
            wait.end(End.OVERDUE);
        }
        var unused = pendingAck.outcome().thenAccept(hasArrived -> end(wait, pendingAck, hasArrived));
    }

    private void end(Wait wait, PendingAck pendingAck, boolean hasArrived) {
        long delay = pendingAck.remainingDelay();
        if (hasArrived && delay > 0) {
            var unused = later(Duration.ofNanos(delay), () -> wait.end(End.ARRIVED));
        } else {
            wait.end(hasArrived ? End.ARRIVED : End.REFUSED);
        }
    }

    /** Starts the periodic check of the waiting bytes with the first wait. */
    private void startChecks() {
        if (isChecking.compareAndSet(false, true)) {
            var unused = clock.scheduleWithFixedDelay(
                    this::timeOutIfTooMuchWaits, CHECK_INTERVAL_MILLIS, CHECK_INTERVAL_MILLIS, TimeUnit.MILLISECONDS);
        }
    }

    private void timeOutIfTooMuchWaits() {
        if (waitingBytes.getAsLong() > maxBytes) {
            long now = System.nanoTime();
            open.keySet().stream()
                    .filter(wait -> now - wait.since > SHORT_WAIT_NANOS)
                    .toList()
                    .forEach(wait -> wait.end(End.OVERDUE));
        }
    }

    /**
     * Runs a task after a delay, unless it is cancelled or {@link #close} is called first.
     *
     * @return handle that cancels the task
     */
    public Future<?> later(Duration delay, Runnable task) {
        try {
            return clock.schedule(task, delay.toNanos(), TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("Task requested after the stop; it is not run", e);
            return CompletableFuture.completedFuture(null);
        }
    }

    /** Returns how many pending acknowledgements are awaited. */
    public int waits() {
        return open.size();
    }

    /** Ends all waits as overdue. */
    @Override
    public void close() {
        clock.shutdownNow();
        open.keySet().forEach(wait -> wait.end(End.OVERDUE));
    }

    /**
     * Wait that ends once. A pending acknowledgement refers to it for a long time, so an ended wait refers to nothing.
     */
    private final class Wait {

        private final AtomicReference<@Nullable Consumer<End>> then;
        private final long since = System.nanoTime();
        private volatile @Nullable Future<?> limit;

        Wait(Consumer<End> then) {
            this.then = new AtomicReference<>(then);
        }

        void end(End end) {
            var callback = then.getAndSet(null);
            if (callback == null) {
                return;
            }
            open.remove(this);
            var running = limit;
            if (running != null) {
                running.cancel(false);
            }
            try {
                callback.accept(end);
            } catch (RuntimeException e) {
                LOG.error("Internal error: a held acknowledgement was not completed; please report it", e);
            }
        }
    }
}
