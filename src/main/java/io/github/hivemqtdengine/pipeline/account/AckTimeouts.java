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
 * Timeouts of pending acknowledgements, without a thread for each. Messages that arrive after a pending one may have to
 * wait, too. Acknowledgements therefore also time out when too many bytes pile up. May be used by any thread.
 */
public final class AckTimeouts implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(AckTimeouts.class);

    /** Milliseconds between two checks of the piled-up bytes; the heap grows by at most what arrives in between. */
    private static final long MILLIS_BETWEEN_LOOKS = 100;

    /** Age up to which a wait is not ended by piled-up bytes, since it did not cause them. */
    private static final long SHORT_WAIT_NANOS = Duration.ofMillis(300).toNanos();

    private final ScheduledThreadPoolExecutor clock;
    private final LongSupplier piledUp;
    private final long most;
    private final AtomicBoolean isLooking = new AtomicBoolean();
    /** Awaited pending acknowledgements; the only strong references that are needed. */
    private final Map<Watch, PendingAck> open = new ConcurrentHashMap<>();

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
     * Creates a watch with one thread for the limits, which starts with the first of them.
     *
     * @param piledUp current bytes that wait after pending acknowledgements
     * @param most maximum of these bytes
     */
    public AckTimeouts(LongSupplier piledUp, long most) {
        this.piledUp = piledUp;
        this.most = most;
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
     * @param limit the longest wait; 0 or less ends the wait at once
     * @param then is called once with the end of the wait, by any thread
     */
    public void await(PendingAck pendingAck, Duration limit, Consumer<End> then) {
        var watch = new Watch(then);
        open.put(watch, pendingAck);
        try {
            look();
            watch.limit = clock.schedule(() -> watch.end(End.OVERDUE), limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("Acknowledgement requested after the stop; it is overdue at once", e);
            watch.end(End.OVERDUE);
        }
        var unused = pendingAck.outcome().thenAccept(hasArrived -> watch.end(hasArrived ? End.ARRIVED : End.REFUSED));
    }

    /** Starts the periodic check of the piled-up bytes with the first wait. */
    private void look() {
        if (isLooking.compareAndSet(false, true)) {
            var unused = clock.scheduleWithFixedDelay(
                    this::endWhatTakesTooMuch, MILLIS_BETWEEN_LOOKS, MILLIS_BETWEEN_LOOKS, TimeUnit.MILLISECONDS);
        }
    }

    private void endWhatTakesTooMuch() {
        if (piledUp.getAsLong() > most) {
            long now = System.nanoTime();
            open.keySet().stream()
                    .filter(watch -> now - watch.since > SHORT_WAIT_NANOS)
                    .toList()
                    .forEach(watch -> watch.end(End.OVERDUE));
        }
    }

    /**
     * Runs a task after a delay, unless it is cancelled or this watch closes first.
     *
     * @return handle that cancels the task
     */
    public Future<?> later(Duration delay, Runnable task) {
        try {
            return clock.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
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
        open.keySet().forEach(watch -> watch.end(End.OVERDUE));
    }

    /** Wait that ends once. A pending acknowledgement may outlive it for long and refers to it, so an ended wait references nothing. */
    private final class Watch {

        private final AtomicReference<@Nullable Consumer<End>> then;
        private final long since = System.nanoTime();
        private volatile @Nullable Future<?> limit;

        Watch(Consumer<End> then) {
            this.then = new AtomicReference<>(then);
        }

        void end(End end) {
            var told = then.getAndSet(null);
            if (told == null) {
                return;
            }
            open.remove(this);
            var running = limit;
            if (running != null) {
                running.cancel(false);
            }
            try {
                told.accept(end);
            } catch (RuntimeException e) {
                LOG.error("Internal error: a held acknowledgement was not completed; please report it", e);
            }
        }
    }
}
