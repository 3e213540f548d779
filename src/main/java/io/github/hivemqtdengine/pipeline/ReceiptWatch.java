package io.github.hivemqtdengine.pipeline;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Waits for receipts, each up to a limit, without holding a thread for it. May be used by any thread. */
public final class ReceiptWatch implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ReceiptWatch.class);

    private final ScheduledThreadPoolExecutor clock;
    private final Set<Watch> open = ConcurrentHashMap.newKeySet();

    /** How a wait has ended. */
    public enum End {
        /** The message may be acknowledged. */
        ARRIVED,
        /** It must not be acknowledged. */
        REFUSED,
        /** Nobody knows yet; the limit was reached, or the extension stops. */
        OVERDUE
    }

    /** A watch with one thread for the limits, which begins with the first of them. */
    public ReceiptWatch() {
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
        open.add(watch);
        try {
            watch.limit = clock.schedule(() -> watch.end(End.OVERDUE), limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            LOG.debug("It comes behind the end", e);
            watch.end(End.OVERDUE);
        }
        var unused = receipt.outcome().thenAccept(hasArrived -> watch.end(hasArrived ? End.ARRIVED : End.REFUSED));
    }

    /** Ends all waits. */
    @Override
    public void close() {
        clock.shutdownNow();
        open.forEach(watch -> watch.end(End.OVERDUE));
    }

    /** A wait, which ends once. */
    private final class Watch {

        private final Consumer<End> then;
        private final AtomicBoolean hasEnded = new AtomicBoolean();
        private volatile @Nullable Future<?> limit;

        Watch(Consumer<End> then) {
            this.then = then;
        }

        void end(End end) {
            if (!hasEnded.compareAndSet(false, true)) {
                return;
            }
            open.remove(this);
            var running = limit;
            if (running != null) {
                running.cancel(false);
            }
            try {
                then.accept(end);
            } catch (RuntimeException e) {
                LOG.error("An acknowledgement can't be ended", e);
            }
        }
    }
}
