package io.github.hivemqtdengine.loadtest.runner;

import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C: the thread that made it is interrupted, and the process ends when that thread has closed this; so what was found
 * is written, and what was started ends.
 */
public final class Interruption implements AutoCloseable {

    private static final long SECONDS_TO_CLEAN_UP = 60;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread interrupted = Thread.currentThread();

    private Interruption() {}

    /** From now on, until it is closed. */
    public static Interruption begin() {
        var interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(new Thread(interruption::interrupt, "interruption"));
        return interruption;
    }

    /**
     * A file or a driver that is interrupted throws what it always throws; that is no failure of the scenario.
     *
     * @throws InterruptedException if an interruption is behind a failure; the thread can write files again then
     */
    static void endIfBehind(Exception failure) throws InterruptedException {
        boolean pending = Thread.interrupted();
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            pending |= cause instanceof InterruptedException || cause instanceof ClosedByInterruptException;
        }
        if (pending) {
            var interrupted = new InterruptedException();
            interrupted.initCause(failure);
            throw interrupted;
        }
    }

    private void interrupt() {
        if (closed.getCount() > 0) {
            interrupted.interrupt();
            awaitCleanUp();
        }
    }

    @SuppressWarnings("CatchAndPrintStackTrace") // nobody else is there to be told
    private void awaitCleanUp() {
        try {
            if (!closed.await(SECONDS_TO_CLEAN_UP, TimeUnit.SECONDS)) {
                System.err.println("The run did not end in an orderly way within " + SECONDS_TO_CLEAN_UP + " s");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closed.countDown();
    }
}
