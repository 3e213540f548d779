package io.github.hivemqtdengine.pipeline;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Does the same again and again, with a pause in between, for somebody who must have no thread: one thread. */
public final class Repetition implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Repetition.class);

    private final Runnable step;
    private final Duration pause;
    private final Duration longestStop;
    private final StopSignal stop = new StopSignal();
    private final Thread thread;

    /**
     * A repetition that is yet to be started.
     *
     * @param name what its thread is called
     * @param step what it does; where that throws, it goes on all the same
     * @param longestStop how long a stop waits for a step that is under way
     */
    public Repetition(String name, Runnable step, Duration pause, Duration longestStop) {
        this.step = step;
        this.pause = pause;
        this.longestStop = longestStop;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Begins with a pause. */
    public void start() {
        thread.start();
    }

    private void run() {
        stop.pause(pause);
        while (!stop.isStopping()) {
            try {
                step.run();
            } catch (RuntimeException | Error e) {
                LOG.error("{} failed and is tried again", thread.getName(), e);
            }
            stop.pause(pause);
        }
    }

    /** Lets it end, without a wait. */
    void end() {
        stop.stopWithin(Duration.ZERO);
    }

    /** Ends behind the step that is under way. Calling it twice is harmless. */
    @Override
    public void close() {
        stop.stopWithin(Duration.ZERO);
        try {
            thread.join(longestStop.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            LOG.warn("{} takes long and is left behind", thread.getName());
        }
    }
}
