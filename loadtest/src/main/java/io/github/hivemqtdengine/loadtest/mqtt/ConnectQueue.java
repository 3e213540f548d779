package io.github.hivemqtdengine.loadtest.mqtt;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Opens connections as fast as the broker takes them: so many are open at a time, and each that is through lets the next
 * one begin. All on one thread.
 */
final class ConnectQueue {

    private static final int OPEN_AT_A_TIME = 100;

    private final Executor thread;
    private final Deque<Supplier<CompletableFuture<?>>> waiting = new ArrayDeque<>();
    private int open;

    /** A queue that runs on a thread of its user's. */
    ConnectQueue(Executor thread) {
        this.thread = thread;
    }

    /** Any thread may call it; what is added begins on the queue's thread. Completes as what was added does. */
    CompletableFuture<?> add(Supplier<CompletableFuture<?>> connect) {
        var connected = new CompletableFuture<Object>();
        thread.execute(() -> {
            waiting.add(() -> connect.get().whenComplete((result, error) -> {
                if (error == null) {
                    connected.complete(connect);
                } else {
                    connected.completeExceptionally(error);
                }
            }));
            next();
        });
        return connected;
    }

    private void next() {
        while (open < OPEN_AT_A_TIME && !waiting.isEmpty()) {
            open++;
            var unused = waiting.remove().get().whenComplete((nothing, error) -> thread.execute(this::through));
        }
    }

    private void through() {
        open--;
        next();
    }
}
