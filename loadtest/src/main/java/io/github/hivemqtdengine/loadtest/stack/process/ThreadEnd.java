// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.process;

/** Uninterruptible waits for the end of a thread. */
public final class ThreadEnd {

    private ThreadEnd() {}

    /** Interrupts a thread and waits for its end, even if the caller is interrupted. */
    public static void of(Thread thread) {
        thread.interrupt();
        await(thread);
    }

    /** Waits for the end of a thread, even if the caller is interrupted. */
    public static void await(Thread thread) {
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
