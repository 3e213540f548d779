package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.pipeline.FailureKind;

/**
 * What a failure means.
 *
 * @param kind what it means for the batch
 * @param code the database's own code as its documentation writes it, or empty
 * @param advice a sentence for the operator, or empty
 */
record Verdict(FailureKind kind, String code, String advice) {

    Verdict(FailureKind kind, String code) {
        this(kind, code, "");
    }
}
