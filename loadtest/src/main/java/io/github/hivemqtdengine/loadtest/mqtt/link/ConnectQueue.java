// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Queue that limits concurrent connection attempts to 100, so that the broker sets the speed. Confined to one thread.
 */
public final class ConnectQueue {

    private static final int OPEN_AT_A_TIME = 100;

    private final Executor thread;
    private final Deque<Supplier<CompletableFuture<?>>> waiting = new ArrayDeque<>();
    private int open;

    /** @param thread thread of the queue */
    public ConnectQueue(Executor thread) {
        this.thread = thread;
    }

    /** Adds a connection attempt and completes when it does. Any thread may call this. */
    public CompletableFuture<?> add(Supplier<CompletableFuture<?>> connect) {
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
