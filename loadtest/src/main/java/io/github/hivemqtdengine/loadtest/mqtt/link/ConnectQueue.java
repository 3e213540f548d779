// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

/**
 * Queue that limits concurrent connection attempts, so that the broker sets the speed. Confined to one thread.
 */
public final class ConnectQueue {

    static final int OPEN_AT_A_TIME = 100;

    private final Executor thread;
    private final Deque<Supplier<CompletableFuture<?>>> waiting = new ArrayDeque<>();
    private final int most;
    private int open;
    private volatile boolean hasFailed;

    /** Creates a queue of 100 attempts at a time. */
    public ConnectQueue(Executor thread) {
        this(thread, 1);
    }

    /** Creates one of several queues that share 100 attempts at a time. */
    public ConnectQueue(Executor thread, int queues) {
        this.thread = thread;
        this.most = Math.max(1, OPEN_AT_A_TIME / queues);
    }

    /** Adds a connection attempt and completes when it does. Any thread may call this. */
    public CompletableFuture<?> add(Supplier<CompletableFuture<?>> connect) {
        var connected = new CompletableFuture<Object>();
        thread.execute(() -> {
            waiting.add(() -> begun(connect).whenComplete((result, error) -> {
                if (error == null) {
                    connected.complete(connect);
                } else {
                    hasFailed = true;
                    connected.completeExceptionally(error);
                }
            }));
            next();
        });
        return connected;
    }

    private static CompletableFuture<?> begun(Supplier<CompletableFuture<?>> connect) {
        try {
            return connect.get();
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    /** Returns whether an attempt has failed. Any thread may call this. */
    public boolean hasFailed() {
        return hasFailed;
    }

    private void next() {
        while (open < most && !waiting.isEmpty()) {
            open++;
            var unused = waiting.remove().get().whenComplete((nothing, error) -> thread.execute(this::through));
        }
    }

    private void through() {
        open--;
        next();
    }
}
