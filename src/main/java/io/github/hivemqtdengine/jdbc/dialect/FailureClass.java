package io.github.hivemqtdengine.jdbc.dialect;

import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;

/**
 * Classification of a failure.
 *
 * @param kind consequence for the batch
 * @param code the database's own code as its documentation writes it, or empty
 * @param advice a sentence for the operator, or empty
 * @param unreachable whether the endpoint is the cause, so that another one may work
 */
public record FailureClass(FailureKind kind, String code, String advice, boolean unreachable) {

    public FailureClass(FailureKind kind, String code) {
        this(kind, code, "", false);
    }

    public FailureClass(FailureKind kind, String code, String advice) {
        this(kind, code, advice, false);
    }

    /** Returns the classification of an endpoint that can't be reached. */
    public static FailureClass unreachable(String code, String advice) {
        return new FailureClass(FailureKind.TRANSIENT, code, advice, true);
    }

    /** Classifies a failure without a database code: one of the pool, a driver or this extension. */
    public static FailureClass withoutCode(Throwable failure) {
        if (failure instanceof IllegalArgumentException || failure instanceof ClassCastException) {
            return new FailureClass(FailureKind.REJECTED, "");
        }
        boolean passes = failure instanceof SQLTransientException
                || failure instanceof SQLRecoverableException
                || failure instanceof SQLNonTransientConnectionException
                || (failure instanceof SQLException e
                        && String.valueOf(e.getSQLState()).startsWith("08"));
        return passes ? unreachable("", "") : new FailureClass(FailureKind.UNKNOWN, "");
    }
}
