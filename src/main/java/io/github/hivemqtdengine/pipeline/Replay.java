package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.time.OncePerInterval;
import io.github.hivemqtdengine.time.PeriodicTask;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Replay of messages in one thread: polls a source and accepts its messages besides arriving ones. */
public final class Replay implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Replay.class);

    private static final Duration LONGEST_STOP = Duration.ofSeconds(10);

    private final ReplaySource source;
    private final OncePerInterval failures = new OncePerInterval(Duration.ofMinutes(1));
    private final ReplaySource.Sink sink;
    private final PeriodicTask task;

    /**
     * Creates a replay without starting it.
     *
     * @param pipeline is started before this replay, and closed after it
     * @param interval pause between two polls
     */
    public Replay(Pipeline pipeline, ReplaySource source, Duration interval) {
        this.source = source;
        this.task = new PeriodicTask("tdengine-replay", this::poll, interval, LONGEST_STOP);
        this.sink = new ReplaySource.Sink() {
            @Override
            public boolean accept(String routeId, InboundMessage message) {
                return pipeline.acceptReplayed(routeId, message.asReplayed(), task.stopSignal());
            }

            @Override
            public void sync() {
                pipeline.syncReplayed();
            }
        };
    }

    /** Starts with a poll at once. */
    public void start() {
        task.startAtOnce();
    }

    private void poll() {
        try {
            source.handOver(sink);
        } catch (RuntimeException | Error e) {
            if (failures.tryAcquire()) {
                LOG.error("Replay failed and is retried", e);
            }
        }
    }

    /** Stops between two messages; messages that were not accepted stay in the source. Calling it twice is harmless. */
    @Override
    public void close() {
        task.close();
    }
}
