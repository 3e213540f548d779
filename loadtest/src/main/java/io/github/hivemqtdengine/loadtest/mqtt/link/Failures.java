// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/** Client failures, at most 100 sentences. Thread-safe. */
public final class Failures {

    /** Longest sentence that is written to another process. */
    public static final int MOST_LETTERS = 2_000;

    private static final int MOST = 100;

    private final List<String> sentences = new ArrayList<>();

    public synchronized void add(String sentence) {
        if (sentences.size() < MOST) {
            sentences.add(sentence);
        }
    }

    public void add(String client, Throwable cause) {
        add(client + ": " + text(cause));
    }

    /** Returns a future that names the client if it fails. */
    public static <T> CompletableFuture<T> named(String client, CompletableFuture<T> future) {
        return future.exceptionallyCompose(
                error -> CompletableFuture.failedFuture(new IOException(client + ": " + text(error), error)));
    }

    static String text(Throwable cause) {
        var message = cause.getMessage();
        if (cause.getCause() != null && cause.getCause().toString().equals(message)) {
            return text(cause.getCause());
        }
        return message == null || message.isBlank() ? cause.getClass().getSimpleName() : message;
    }

    public synchronized List<String> sentences() {
        return List.copyOf(sentences);
    }
}
