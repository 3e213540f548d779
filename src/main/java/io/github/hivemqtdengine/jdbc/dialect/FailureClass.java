// SPDX-License-Identifier: Apache-2.0
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
 * @param loginRefused whether the server does not let the user in; it may lock the account after a few such logins
 */
public record FailureClass(FailureKind kind, String code, String advice, boolean unreachable, boolean loginRefused) {

    public FailureClass(FailureKind kind, String code) {
        this(kind, code, "");
    }

    public FailureClass(FailureKind kind, String code, String advice) {
        this(kind, code, advice, false, false);
    }

    /** Returns the classification of an endpoint that can't be reached. */
    public static FailureClass unreachable(String code, String advice) {
        return new FailureClass(FailureKind.TRANSIENT, code, advice, true, false);
    }

    /** Returns the classification of a login that the server refuses. */
    public static FailureClass refusedLogin(String code) {
        return new FailureClass(FailureKind.FATAL, code, "check user name and password", false, true);
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
