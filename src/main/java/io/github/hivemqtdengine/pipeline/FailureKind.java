package io.github.hivemqtdengine.pipeline;

/** What a failed write means for the batch. */
public enum FailureKind {
    /**
     * The database can't be reached or is busy: the identical batch is written again after a pause, without end, and a
     * large one after some tries in halves.
     */
    TRANSIENT,
    /**
     * The database is reached but overloaded: the identical batch is written again after a pause, without end, and
     * fewer lanes write at once.
     */
    CONGESTED,
    /** The statement is too large: the batch is halved. */
    TOO_LARGE,
    /** What is known of the schema is stale or something is missing: known tables are forgotten, then written again. */
    SCHEMA,
    /** The database refuses at least one row: bisected down to the guilty message, which becomes a dead letter. */
    REJECTED,
    /** Not known: tried again a few times, then treated like {@link #REJECTED}. */
    UNKNOWN,
    /** Credentials, privileges, licence: nothing helps but an operator; the queue is kept and the database probed. */
    FATAL;

    /** Whether it may be the batch's fault or something that passes. */
    boolean isDoubtful() {
        return this == SCHEMA || this == UNKNOWN;
    }
}
