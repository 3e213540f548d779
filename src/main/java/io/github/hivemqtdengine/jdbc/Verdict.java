package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.pipeline.FailureKind;

/**
 * Classification of a failure.
 *
 * @param kind consequence for the batch
 * @param code the database's own code as its documentation writes it, or empty
 * @param advice a sentence for the operator, or empty
 * @param unreachable whether the endpoint is the cause, so that another one may work
 */
record Verdict(FailureKind kind, String code, String advice, boolean unreachable) {

    Verdict(FailureKind kind, String code) {
        this(kind, code, "", false);
    }

    Verdict(FailureKind kind, String code, String advice) {
        this(kind, code, advice, false);
    }

    /** Returns the classification of an endpoint that can't be reached. */
    static Verdict unreachable(String code, String advice) {
        return new Verdict(FailureKind.TRANSIENT, code, advice, true);
    }
}
