package io.github.hivemqtdengine.pipeline;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * What the acknowledgement of a message waits for: that the message has come far enough along each of its routes. May be
 * used by any thread.
 */
public final class Receipt {

    /** How far is far enough. */
    public enum Stage {
        /** It is in the queue of its lane, or was dropped as the configuration wants it. */
        TAKEN_IN,
        /** It is on the disk, so that it survives a power cut, or settled, where it went through memory only. */
        ON_DISK,
        /** Its fate is sealed: it is in the database, with the dead letters, or dropped. */
        SETTLED
    }

    private final Stage stage;
    /** The routes that are not far enough, and one for whoever hands the message over. */
    private final AtomicInteger open = new AtomicInteger(1);

    private final CompletableFuture<Boolean> outcome = new CompletableFuture<>();

    public Receipt(Stage stage) {
        this.stage = stage;
    }

    /** One that is refused from the beginning. */
    public static Receipt refused() {
        var receipt = new Receipt(Stage.SETTLED);
        receipt.refuse();
        return receipt;
    }

    /** How far is far enough. */
    Stage stage() {
        return stage;
    }

    /** The message goes along one route more. */
    void expectOneMore() {
        open.incrementAndGet();
    }

    /** The message is far enough along one route, or was handed over to all of them. */
    public void arrived() {
        if (open.decrementAndGet() == 0) {
            outcome.complete(true);
        }
    }

    /** The message did not get in, and must not be acknowledged. */
    public void refuse() {
        outcome.complete(false);
    }

    /** Whether the message may be acknowledged now. */
    public boolean hasArrived() {
        return outcome.getNow(false);
    }

    /** Whether the message must not be acknowledged. */
    public boolean isRefused() {
        return !outcome.getNow(true);
    }

    /** Completes with {@code true} once the message may be acknowledged, with {@code false} if it must not be. */
    public CompletionStage<Boolean> outcome() {
        return outcome;
    }
}
