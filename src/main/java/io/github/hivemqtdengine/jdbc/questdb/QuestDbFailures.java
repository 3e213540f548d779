// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.questdb;

import io.github.hivemqtdengine.jdbc.dialect.FailureClass;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import java.sql.SQLException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Classification of QuestDB's failures. Most of them have the same SQLState, so messages are searched for words, too.
 */
final class QuestDbFailures {

    private static final String NO_STATE = "00000";
    private static final String MISSING_TABLE = "table does not exist";
    private static final String STALE_PLAN = "cached query plan";
    private static final String DROPPED_TABLE = "table is dropped";
    private static final String NOTHING_TO_DO = "statement is either no-op";
    private static final String REFUSED_LOGIN = "invalid username/password";

    /** Words in lower case; of two at the same position in a message, the one listed first counts. */
    private static final List<Words> WORDS = List.of(
            new Words(REFUSED_LOGIN, FailureKind.FATAL, ""),
            new Words("access denied", FailureKind.FATAL, "grant the user the right to write here"),
            new Words("permission denied", FailureKind.FATAL, "grant the user the right to write here"),
            new Words(MISSING_TABLE, FailureKind.SCHEMA, ""),
            new Words("invalid column", FailureKind.SCHEMA, ""),
            new Words(STALE_PLAN, FailureKind.SCHEMA, ""),
            new Words(DROPPED_TABLE, FailureKind.SCHEMA, ""),
            new Words(NOTHING_TO_DO, FailureKind.TRANSIENT, ""),
            new Words("busy", FailureKind.TRANSIENT, ""),
            new Words("timeout", FailureKind.TRANSIENT, ""),
            new Words("no space left", FailureKind.TRANSIENT, "the database's disk is full"),
            new Words("suspended", FailureKind.TRANSIENT, "resume the table: ALTER TABLE ... RESUME WAL"),
            new Words("inconvertible", FailureKind.REJECTED, ""),
            new Words("designated timestamp", FailureKind.REJECTED, ""),
            new Words("not allowed", FailureKind.REJECTED, ""),
            new Words("invalid", FailureKind.REJECTED, ""),
            new Words("decimal", FailureKind.REJECTED, ""));

    private record Words(String text, FailureKind kind, String advice) {}

    private QuestDbFailures() {}

    static boolean saysMissingTable(SQLException failure) {
        return message(failure).contains(MISSING_TABLE);
    }

    /** Returns whether another connection has just added the column, which this connection does not see yet. */
    static boolean saysAlreadyChanged(SQLException failure) {
        var message = message(failure);
        return message.contains(NOTHING_TO_DO) || message.contains("duplicate column");
    }

    /** Returns whether the server or the driver merely used an outdated table definition. */
    static boolean mayPass(SQLException failure) {
        var message = message(failure);
        return message.contains(STALE_PLAN) || message.contains(DROPPED_TABLE);
    }

    /** Classifies the innermost SQLException; the pool wraps the driver's exceptions. */
    static FailureClass classify(Throwable failure) {
        @Nullable SQLException innermost = null;
        for (Throwable t = failure; t != null; t = t.getCause()) {
            innermost = t instanceof SQLException e ? e : innermost;
        }
        return innermost == null || innermost.getSQLState() == null
                ? FailureClass.withoutCode(failure)
                : classify(innermost);
    }

    private static FailureClass classify(SQLException failure) {
        var state = failure.getSQLState();
        var code = state.equals(NO_STATE) ? "" : state;
        if (state.startsWith("08") || state.startsWith("57P")) {
            return FailureClass.unreachable(code, "");
        }
        if (state.startsWith("28")) {
            return FailureClass.refusedLogin(code);
        }
        if (state.startsWith("42")) {
            return new FailureClass(FailureKind.SCHEMA, code);
        }
        return firstWords(failure)
                .map(words -> words.text().equals(REFUSED_LOGIN)
                        ? FailureClass.refusedLogin(code)
                        : new FailureClass(words.kind(), code, words.advice()))
                .orElseGet(() -> new FailureClass(FailureKind.UNKNOWN, code));
    }

    /** Returns the first match in the message; later parts quote values and names, which may contain any words. */
    private static Optional<Words> firstWords(SQLException failure) {
        var message = message(failure);
        return WORDS.stream()
                .filter(words -> message.contains(words.text()))
                .min(Comparator.comparingInt(words -> message.indexOf(words.text())));
    }

    private static String message(SQLException failure) {
        var message = failure.getMessage();
        return message == null ? "" : message.toLowerCase(Locale.ROOT);
    }
}
