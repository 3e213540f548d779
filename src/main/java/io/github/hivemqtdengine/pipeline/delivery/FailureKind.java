package io.github.hivemqtdengine.pipeline.delivery;

/** Classification of a failed write by its consequence for the batch. */
public enum FailureKind {
    /**
     * Unreachable or busy database. The identical batch is retried after a pause, without limit; a large batch is
     * halved after some attempts.
     */
    TRANSIENT,
    /**
     * Reachable but overloaded database. The identical batch is retried after a pause, without limit, and fewer lanes
     * write at once.
     */
    CONGESTED,
    /** Statement that is too large: the batch is halved; a single message becomes a dead letter. */
    TOO_LARGE,
    /** Known schema that is stale or incomplete: it is forgotten and the batch retried, as for {@link #UNKNOWN}. */
    SCHEMA,
    /** Rejection of at least one row: the batch is bisected and the rejected message becomes a dead letter. */
    REJECTED,
    /** Unknown cause: the batch is retried a few times, then treated like {@link #REJECTED}. */
    UNKNOWN,
    /** Credentials, privileges or licence: only an operator can help. Messages wait and the database is probed. */
    FATAL;

    /** Returns whether the cause may be the batch or something transient. */
    boolean isDoubtful() {
        return this == SCHEMA || this == UNKNOWN;
    }
}
