package io.github.hivemqtdengine.loadtest.mqtt;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Calls several load generators at once. */
final class ParallelCalls {

    private static final long SECONDS_TO_END = 30;

    private ParallelCalls() {}

    /**
     * Calls each generator on a thread of its own, a single one on the caller's.
     *
     * @return the results in the order of the generators
     * @throws IOException at once, if one of the calls fails; the other calls are interrupted
     */
    static <T> List<T> on(List<? extends LoadGenerator> generators, Call<T> call)
            throws IOException, InterruptedException {
        if (generators.size() == 1) {
            return List.of(call.on(generators.get(0)));
        }
        var threads = Executors.newFixedThreadPool(generators.size());
        try {
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
        } finally {
            threads.shutdownNow();
            threads.awaitTermination(SECONDS_TO_END, TimeUnit.SECONDS);
        }
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

    @FunctionalInterface
    interface Call<T> {

        T on(LoadGenerator generator) throws IOException, InterruptedException;
    }
}
