// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

/** Classification of a failed write by its cause. {@link RetryDecision} has what follows for the batch. */
public enum FailureKind {
    /** Unreachable or busy database. */
    TRANSIENT,
    /** Reachable but overloaded database: fewer lanes write at once. */
    CONGESTED,
    /** Statement that is too large. */
    TOO_LARGE,
    /** Known schema that is stale or incomplete: it is forgotten. */
    SCHEMA,
    /** Rejection of at least one row. */
    REJECTED,
    /** Unknown cause. */
    UNKNOWN,
    /** Credentials, privileges or licence: only an operator can help. */
    FATAL;

    /** Returns whether the cause may be the batch or something transient. */
    boolean isDoubtful() {
        return this == SCHEMA || this == UNKNOWN;
    }
}
