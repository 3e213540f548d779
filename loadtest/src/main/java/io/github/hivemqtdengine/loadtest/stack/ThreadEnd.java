package io.github.hivemqtdengine.loadtest.stack;

/** The end of a thread. */
final class ThreadEnd {

    private ThreadEnd() {}

    /** Interrupts a thread and waits until it has ended, even if the caller is interrupted meanwhile. */
    static void of(Thread thread) {
        thread.interrupt();
        await(thread);
    }

    /** Waits until a thread has ended, even if the caller is interrupted meanwhile. */
    static void await(Thread thread) {
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
