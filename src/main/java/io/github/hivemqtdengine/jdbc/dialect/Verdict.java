package io.github.hivemqtdengine.jdbc.dialect;

import io.github.hivemqtdengine.pipeline.delivery.FailureKind;

/**
 * Classification of a failure.
 *
 * @param kind consequence for the batch
 * @param code the database's own code as its documentation writes it, or empty
 * @param advice a sentence for the operator, or empty
 * @param unreachable whether the endpoint is the cause, so that another one may work
 */
public record Verdict(FailureKind kind, String code, String advice, boolean unreachable) {

    public Verdict(FailureKind kind, String code) {
        this(kind, code, "", false);
    }

    public Verdict(FailureKind kind, String code, String advice) {
        this(kind, code, advice, false);
    }

    /** Returns the classification of an endpoint that can't be reached. */
    public static Verdict unreachable(String code, String advice) {
        return new Verdict(FailureKind.TRANSIENT, code, advice, true);
    }
}
