// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.account;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Pending acknowledgement of a message: completes once the message has reached a stage along each of its routes. May be
 * used by any thread.
 */
public final class PendingAck {

    /** Stage that a message must reach before it is acknowledged. */
    public enum Stage {
        /** In its lane's queue, or dropped as configured. */
        QUEUED,
        /** On the disk, so that it survives a power cut, or completed if it went through memory only. */
        ON_DISK,
        /** Completed: in the database, a dead letter, or dropped. */
        COMPLETED
    }

    private final Stage stage;
    /** Routes that have not reached the stage, plus one for the caller that hands the message over. */
    private final AtomicInteger open = new AtomicInteger(1);

    private final CompletableFuture<Boolean> outcome = new CompletableFuture<>();
    /** Value of {@link System#nanoTime} before which the message may not be acknowledged. */
    private volatile @Nullable Long due;

    public PendingAck(Stage stage) {
        this.stage = stage;
    }

    /** Returns a pending acknowledgement that is refused from the beginning. */
    public static PendingAck refused() {
        var pendingAck = new PendingAck(Stage.COMPLETED);
        pendingAck.refuse();
        return pendingAck;
    }

    public Stage stage() {
        return stage;
    }

    /** Adds a route to wait for. */
    public void expectOneMore() {
        open.incrementAndGet();
    }

    /** Forbids the acknowledgement for this time. For the caller that hands the message over. */
    public void delay(long nanos) {
        due = System.nanoTime() + Math.max(nanos, remainingDelay());
    }

    /** Returns the nanoseconds for which a message that has arrived may not be acknowledged yet; 0 or less if it may. */
    long remainingDelay() {
        var end = due;
        return end == null ? 0 : end - System.nanoTime();
    }

    /** Records that one route has reached the stage, or that the message was handed over to all routes. */
    public void arrived() {
        if (open.decrementAndGet() == 0) {
            outcome.complete(true);
        }
    }

    /** Refuses the acknowledgement: the message was not accepted, or was lost. */
    public void refuse() {
        outcome.complete(false);
    }

    /** Returns whether the message may be acknowledged now. */
    public boolean hasArrived() {
        return outcome.getNow(false) && remainingDelay() <= 0;
    }

    /** Returns whether the message must not be acknowledged. */
    public boolean isRefused() {
        return !outcome.getNow(true);
    }

    /**
     * Completes with {@code true} once the message may be acknowledged, apart from a {@link #delay}, with {@code false}
     * if it must not be.
     */
    public CompletionStage<Boolean> outcome() {
        return outcome;
    }
}
