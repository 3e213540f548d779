// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.message.Row;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Failure of a write: the batch was stored partly or not at all. */
public final class WriteException extends Exception {

    private final FailureKind kind;
    private final String sentence;
    private final boolean connectionLost;
    /** Keyed by identity: equal rows may belong to different messages. */
    private final transient IdentityHashMap<Row, String> objections;

    /**
     * @param kind classification of the failure
     * @param message a sentence with the database's own message and code, free of secrets
     * @param cause exception of the driver
     */
    public WriteException(FailureKind kind, String message, Throwable cause) {
        this(kind, message, cause, new IdentityHashMap<>(), false);
    }

    /**
     * Creates the failure of a batch whose rejected rows are known; the others may be written.
     *
     * @param objections reason for each of these rows, a sentence
     */
    public WriteException(FailureKind kind, String message, Throwable cause, IdentityHashMap<Row, String> objections) {
        this(kind, message, cause, objections, false);
    }

    private WriteException(
            FailureKind kind,
            String message,
            Throwable cause,
            IdentityHashMap<Row, String> objections,
            boolean connectionLost) {
        super(message, cause);
        this.connectionLost = connectionLost;
        this.kind = kind;
        this.sentence = message;
        this.objections = new IdentityHashMap<>(objections);
    }

    /**
     * Returns a failure without an answer: the connection was lost, or the request timed out. Its cause is either an
     * absent database or the batch itself.
     */
    public static WriteException ofLostConnection(String message, Throwable cause) {
        return new WriteException(FailureKind.TRANSIENT, message, cause, new IdentityHashMap<>(), true);
    }

    /** Returns whether the database gave no answer. */
    public boolean isConnectionLost() {
        return connectionLost;
    }

    /** Returns the failure as a sentence. */
    public String sentence() {
        return sentence;
    }

    public FailureKind kind() {
        return kind;
    }

    /** Returns why one of the rows, compared by identity, can't be stored; empty if none is known to be rejected. */
    public Optional<String> objection(List<Row> rows) {
        return objections.isEmpty()
                ? Optional.empty()
                : rows.stream().map(objections::get).filter(Objects::nonNull).findFirst();
    }
}
