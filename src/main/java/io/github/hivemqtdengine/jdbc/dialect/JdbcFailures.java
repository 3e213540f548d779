package io.github.hivemqtdengine.jdbc.dialect;

import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientException;

/** Classification of failures without a database code: those of the pool, the drivers and this extension. */
public final class JdbcFailures {

    private JdbcFailures() {}

    public static Verdict judge(Throwable failure) {
        if (failure instanceof IllegalArgumentException || failure instanceof ClassCastException) {
            return new Verdict(FailureKind.REJECTED, "");
        }
        boolean passes = failure instanceof SQLTransientException
                || failure instanceof SQLRecoverableException
                || failure instanceof SQLNonTransientConnectionException
                || (failure instanceof SQLException e
                        && String.valueOf(e.getSQLState()).startsWith("08"));
        return passes ? Verdict.unreachable("", "") : new Verdict(FailureKind.UNKNOWN, "");
    }
}
