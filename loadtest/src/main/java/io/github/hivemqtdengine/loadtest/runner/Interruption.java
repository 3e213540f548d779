// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import java.nio.channels.ClosedByInterruptException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * Ctrl-C handler: interrupts the thread that created it, and delays the end of the process until that thread has closed
 * it. Results are written and child processes are stopped in between.
 */
public final class Interruption implements AutoCloseable {

    private static final long SECONDS_TO_CLEAN_UP = 60;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread interrupted = Thread.currentThread();

    private Interruption() {}

    /** Installs the handler, until it is closed. */
    public static Interruption begin() {
        var interruption = new Interruption();
        Runtime.getRuntime().addShutdownHook(new Thread(interruption::interrupt, "interruption"));
        return interruption;
    }

    /**
     * Rethrows a failure caused by an interrupt, as of a file or a driver, as {@link InterruptedException}.
     *
     * @throws InterruptedException if an interrupt caused the failure; the thread's interrupt flag is cleared
     */
    static void rethrowIfInterrupted(Exception failure) throws InterruptedException {
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

    @SuppressWarnings("CatchAndPrintStackTrace") // no caller to report to
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
