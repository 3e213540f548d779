package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.time.OncePerInterval;
import io.github.hivemqtdengine.pipeline.time.StopSignal;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replay of messages in one thread: polls a source and accepts its messages besides arriving ones. */
public final class Replay implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Replay.class);

    private static final Duration LONGEST_STOP = Duration.ofSeconds(10);

    private final Pipeline pipeline;
    private final ReplaySource source;
    private final Duration interval;
    private final StopSignal stop = new StopSignal();
    private final OncePerInterval failures = new OncePerInterval(Duration.ofMinutes(1));
    private final ReplaySource.Taker taker = new ReplaySource.Taker() {
        @Override
        public boolean take(String routeId, InboundMessage message) {
            return pipeline.acceptReplayed(routeId, message.asReplayed(), stop);
        }

        @Override
        public void sync() {
            pipeline.syncReplayed();
        }
    };
    private final Thread thread = new Thread(this::run, "tdengine-replay");

    /**
     * Creates a replay without starting it.
     *
     * @param pipeline is started before this replay, and closed after it
     * @param interval pause between two polls
     */
    public Replay(Pipeline pipeline, ReplaySource source, Duration interval) {
        this.pipeline = pipeline;
        this.source = source;
        this.interval = interval;
        thread.setDaemon(true);
    }

    /** Starts with a poll at once. */
    public void start() {
        thread.start();
    }

    private void run() {
        while (!stop.isStopping()) {
            try {
                source.handOver(taker);
            } catch (RuntimeException | Error e) {
                if (failures.tryAcquire()) {
                    LOG.error("Replay failed and is retried", e);
                }
            }
            stop.pause(interval);
        }
    }

    /** Stops between two messages; messages that were not accepted stay in the source. Calling it twice is harmless. */
    @Override
    public void close() {
        stop.stopWithin(Duration.ZERO);
        try {
            thread.join(LONGEST_STOP.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            LOG.warn("Thread \"{}\" did not stop in time: it is still waiting for the disk", thread.getName());
        }
    }
}
