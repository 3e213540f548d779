package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Row;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** A batch that was not stored, or not wholly. */
public final class WriteException extends Exception {

    private final FailureKind kind;
    private final String sentence;
    private final boolean connectionLost;
    /** By identity: rows that are alike may be of different messages. */
    private final transient IdentityHashMap<Row, String> refused;

    /**
     * @param kind what it means for the batch
     * @param message a sentence with the database's own words and code, free of secrets
     * @param cause what the driver threw
     */
    public WriteException(FailureKind kind, String message, Throwable cause) {
        this(kind, message, cause, new IdentityHashMap<>(), false);
    }

    /**
     * A batch of which some rows can't be stored, and which ones is known; the others may be written.
     *
     * @param refused why not, a sentence for each of these rows
     */
    public WriteException(FailureKind kind, String message, Throwable cause, IdentityHashMap<Row, String> refused) {
        this(kind, message, cause, refused, false);
    }

    private WriteException(
            FailureKind kind,
            String message,
            Throwable cause,
            IdentityHashMap<Row, String> refused,
            boolean connectionLost) {
        super(message, cause);
        this.connectionLost = connectionLost;
        this.kind = kind;
        this.sentence = message;
        this.refused = new IdentityHashMap<>(refused);
    }

    /**
     * Returns a failure without an answer: the connection was lost, or the request timed out. It may be the database
     * that was away, or the batch that it can't digest.
     */
    public static WriteException ofLostConnection(String message, Throwable cause) {
        return new WriteException(FailureKind.TRANSIENT, message, cause, new IdentityHashMap<>(), true);
    }

    /** Returns whether the database gave no answer. */
    public boolean isConnectionLost() {
        return connectionLost;
    }

    /** What happened, as a sentence. */
    public String sentence() {
        return sentence;
    }

    /** What it means for the batch. */
    public FailureKind kind() {
        return kind;
    }

    /** Why one of the rows, known by its identity, can't be stored; nothing if none of them is known to be guilty. */
    public Optional<String> refusal(List<Row> rows) {
        return refused.isEmpty()
                ? Optional.empty()
                : rows.stream().map(refused::get).filter(Objects::nonNull).findFirst();
    }
}
