package io.github.hivemqtdengine.pipeline;

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
 * Waits for receipts, each up to a limit, without holding a thread for it. What comes in behind a wait may wait as well, so
 * waits also end when too much has piled up. May be used by any thread.
 */
public final class ReceiptWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReceiptWatch.class);

    /** Between two looks at what has piled up: the heap fills no further than what comes in that time. */
    private static final long MILLIS_BETWEEN_LOOKS = 100;

    /** What is waited for no longer than this has not made it pile up. */
    private static final long SHORT_WAIT_NANOS = Duration.ofMillis(300).toNanos();

    private final ScheduledThreadPoolExecutor clock;
    private final LongSupplier piledUp;
    private final long most;
    private final AtomicBoolean isLooking = new AtomicBoolean();
    /** The receipts that are waited for: nobody else need refer to them. */
    private final Map<Watch, Receipt> open = new ConcurrentHashMap<>();

    /** How a wait has ended. */
    public enum End {
        /** The message may be acknowledged. */
        ARRIVED,
        /** It must not be acknowledged. */
        REFUSED,
        /** Nobody knows yet; a limit was reached, or the extension stops. */
        OVERDUE
    }

    /**
     * A watch with one thread for the limits, which begins with the first of them.
     *
     * @param piledUp what waits behind all waits now, bytes
     * @param most how much of that there may be
     */
    public ReceiptWatch(LongSupplier piledUp, long most) {
        this.piledUp = piledUp;
        this.most = most;
        this.clock = new ScheduledThreadPoolExecutor(1, task -> {
            var thread = new Thread(task, "tdengine-acknowledgements");
            thread.setDaemon(true);
            return thread;
        });
        clock.setRemoveOnCancelPolicy(true); // most are cancelled long before
    }

    /**
     * Waits for a receipt.
     *
     * @param limit the longest wait; none or less for none
     * @param then is told once how it ended, by any thread
     */
    public void await(Receipt receipt, Duration limit, Consumer<End> then) {
        var watch = new Watch(then);
        open.put(watch, receipt);
        try {
            look();
            watch.limit = clock.schedule(() -> watch.end(End.OVERDUE), limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("It comes behind the end", e);
            watch.end(End.OVERDUE);
        }
        var unused = receipt.outcome().thenAccept(hasArrived -> watch.end(hasArrived ? End.ARRIVED : End.REFUSED));
    }

    /** Looks at what has piled up, again and again from the first wait on. */
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
     * Does something later, unless it is cancelled or all waits end before.
     *
     * @return what cancels it
     */
    public Future<?> later(Duration delay, Runnable task) {
        try {
            return clock.schedule(task, delay.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("It comes behind the end", e);
            return CompletableFuture.completedFuture(null);
        }
    }

    /** How many receipts are waited for. */
    public int waits() {
        return open.size();
    }

    /** Ends all waits. */
    @Override
    public void close() {
        clock.shutdownNow();
        open.keySet().forEach(watch -> watch.end(End.OVERDUE));
    }

    /** A wait, which ends once. A receipt may outlive it for long, and refers to it: then it holds nothing. */
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
                LOG.error("An acknowledgement can't be ended", e);
            }
        }
    }
}
