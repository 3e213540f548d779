package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.pipeline.FailureKind;

/**
 * What a failure means.
 *
 * @param kind what it means for the batch
 * @param code the database's own code as its documentation writes it, or empty
 * @param advice a sentence for the operator, or empty
 * @param unreachable whether the endpoint is to blame, so that another one may do
 */
record Verdict(FailureKind kind, String code, String advice, boolean unreachable) {

    Verdict(FailureKind kind, String code) {
        this(kind, code, "", false);
    }

    Verdict(FailureKind kind, String code, String advice) {
        this(kind, code, advice, false);
    }

    /** The database could not be reached this way. */
    static Verdict unreachable(String code, String advice) {
        return new Verdict(FailureKind.TRANSIENT, code, advice, true);
    }
}
