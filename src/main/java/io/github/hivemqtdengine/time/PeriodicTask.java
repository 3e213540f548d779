// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.time;

import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Periodic task with its own thread, and a pause between two runs. */
public final class PeriodicTask implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(PeriodicTask.class);

    private final Runnable step;
    private final Duration pause;
    private final Duration longestStop;
    private final StopSignal stop = new StopSignal();
    private final Thread thread;
    private boolean startsWithPause;

    /**
     * Creates a task without starting it.
     *
     * @param name name of the thread
     * @param step the task; runs again after it throws
     * @param longestStop maximum wait of {@link #close} for a run under way
     */
    public PeriodicTask(String name, Runnable step, Duration pause, Duration longestStop) {
        this.step = step;
        this.pause = pause;
        this.longestStop = longestStop;
        this.thread = new Thread(this::run, name);
        thread.setDaemon(true);
    }

    /** Starts with a pause. */
    public void start() {
        startsWithPause = true;
        thread.start();
    }

    /** Starts with a run. */
    public void startAtOnce() {
        thread.start();
    }

    private void run() {
        if (startsWithPause) {
            stop.pause(pause);
        }
        while (!stop.isStopping()) {
            try {
                step.run();
            } catch (RuntimeException | Error e) {
                LOG.error("Internal error: task \"{}\" failed and runs again; please report it", thread.getName(), e);
            }
            stop.pause(pause);
        }
    }

    /** Returns the signal that ends the task, for waits of a run under way. */
    public StopSignal stopSignal() {
        return stop;
    }

    /** Ends the task without waiting. */
    public void end() {
        stop.stopWithin(Duration.ZERO);
    }

    /** Ends the task after the run under way. Calling it twice is harmless. */
    @Override
    public void close() {
        stop.stopWithin(Duration.ZERO);
        try {
            thread.join(longestStop.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        if (thread.isAlive()) {
            LOG.warn("Task \"{}\" did not stop in time", thread.getName());
        }
    }
}
