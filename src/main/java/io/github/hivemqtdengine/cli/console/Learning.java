// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.console;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/** The one learning of the console, which takes minutes: the page asks for its answer. May be called by many threads. */
final class Learning implements AutoCloseable {

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private @Nullable Future<byte[]> running;

    /** Starts; ends one that runs. */
    synchronized void start(Callable<byte[]> learning) {
        stop();
        running = threads.submit(learning);
    }

    synchronized void stop() {
        if (running != null) {
            running.cancel(true);
            running = null;
        }
    }

    /**
     * Returns the answer; empty while it is not there.
     *
     * @throws IOException with a sentence if nothing is learned
     */
    synchronized Optional<byte[]> answer() throws IOException, InterruptedException {
        if (running == null) {
            throw new IOException("Nothing is learned: it was ended, perhaps in another tab");
        }
        if (!running.isDone()) {
            return Optional.empty();
        }
        try {
            return Optional.of(running.get());
        } catch (ExecutionException e) {
            throw new IllegalStateException(e.getCause());
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }
}
