package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.pipeline.account.PendingAck;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * Acknowledgements that rate limits delay, by one thread that starts with the first. Those that are delayed when this is
 * closed stay pending. May be used by any thread.
 */
final class DelayedAcks implements AutoCloseable {

    private final ScheduledThreadPoolExecutor clock = new ScheduledThreadPoolExecutor(1, task -> {
        var thread = new Thread(task, "tdengine-delayed-acknowledgements");
        thread.setDaemon(true);
        return thread;
    });

    /** Adds a wait to a pending acknowledgement that ends after this time. */
    void delay(PendingAck pendingAck, long nanos) {
        pendingAck.expectOneMore();
        try {
            var unused = clock.schedule(pendingAck::arrived, nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException e) {
            pendingAck.refuse(); // the pipeline has closed and accepts no message either
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
