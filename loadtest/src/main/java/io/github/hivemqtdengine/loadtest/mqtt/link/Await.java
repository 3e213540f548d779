// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import java.io.IOException;
import java.util.Collection;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits for results of event loops. */
public final class Await {

    private static final long SECONDS_TO_CONNECT = 120;
    private static final long MINUTES_TO_GATHER = 60;
    private static final long SECONDS_TO_ANSWER = 30;
    private static final long SECONDS_TO_END = 5;

    private Await() {}

    /** Waits until a client is connected, at most 120 s. */
    public static void connected(CompletableFuture<?> connecting) throws IOException, InterruptedException {
        get(connecting, SECONDS_TO_CONNECT, "A client could not connect");
    }

    /** Waits until a crowd has tried to connect, at most 60 minutes. */
    public static void crowd(CompletableFuture<?> connecting) throws IOException, InterruptedException {
        get(connecting, TimeUnit.MINUTES.toSeconds(MINUTES_TO_GATHER), "The crowd could not connect");
    }

    /** Waits for a result that an unblocked thread returns at once, at most 30 s. */
    public static <T> T result(CompletableFuture<T> future) throws IOException, InterruptedException {
        return get(future, SECONDS_TO_ANSWER, "A thread of the load does not answer");
    }

    private static <T> T get(CompletableFuture<T> future, long seconds, String problem)
            throws IOException, InterruptedException {
        try {
            return future.get(seconds, TimeUnit.SECONDS);
        } catch (ExecutionException e) {
            var cause = Objects.requireNonNullElse(e.getCause(), e);
            throw new IOException(problem + ": " + Failures.text(cause), cause);
        } catch (TimeoutException e) {
            throw new IOException(problem + " within " + seconds + " s", e);
        }
    }

    /** Waits for clients to disconnect, at most 5 s; the rest are cut off later. */
    public static void goodbye(Collection<? extends CompletableFuture<?>> leaving) {
        try {
            var unused = areDone(leaving);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns whether all have ended within 5 s, also by failing, as without a connection. */
    public static boolean areDone(Collection<? extends CompletableFuture<?>> all) throws InterruptedException {
        try {
            CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).get(SECONDS_TO_END, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            return false;
        } catch (ExecutionException e) {
            // not connected, or the broker is down
        }
        return true;
    }
}
