// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Calls several load generators at once, each on a thread of its own; a single one on the caller's. */
final class ParallelCalls implements AutoCloseable {

    private static final long SECONDS_TO_END = 30;

    private final List<? extends LoadGenerator> generators;
    private final ExecutorService threads;

    ParallelCalls(List<? extends LoadGenerator> generators) {
        this.generators = generators;
        this.threads = Executors.newFixedThreadPool(generators.size());
    }

    /**
     * Calls each generator.
     *
     * @return the results in the order of the generators
     * @throws IOException at once, if one of the calls fails; the other calls continue until this object is closed
     */
    <T> List<T> on(Call<T> call) throws IOException, InterruptedException {
        if (generators.size() == 1) {
            return List.of(call.on(generators.get(0)));
        }
        var done = new ExecutorCompletionService<T>(threads);
        var all = new ArrayList<Future<T>>();
        generators.forEach(generator -> all.add(done.submit(() -> call.on(generator))));
        for (int i = 0; i < all.size(); i++) {
            var unused = result(done.take());
        }
        var results = new ArrayList<T>();
        for (var one : all) {
            results.add(result(one));
        }
        return results;
    }

    private static <T> T result(Future<T> done) throws IOException, InterruptedException {
        try {
            return done.get();
        } catch (ExecutionException e) {
            var cause = e.getCause();
            if (cause instanceof IOException failed) {
                throw failed;
            } else if (cause instanceof RuntimeException failed) {
                throw failed;
            }
            throw new IOException(e.getMessage(), e);
        }
    }

    /** Interrupts the calls that have not ended, and waits for them, at most 30 s. */
    @Override
    public void close() {
        threads.shutdownNow();
        try {
            threads.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @FunctionalInterface
    interface Call<T> {

        T on(LoadGenerator generator) throws IOException, InterruptedException;
    }
}
