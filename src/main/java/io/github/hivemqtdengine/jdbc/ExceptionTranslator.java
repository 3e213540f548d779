// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.Dialect;
import io.github.hivemqtdengine.jdbc.dialect.FailureClass;
import io.github.hivemqtdengine.jdbc.dialect.Redaction;
import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.jdbc.dialect.SetupException;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import java.sql.SQLTransientConnectionException;
import java.util.IdentityHashMap;

/**
 * Translator of exceptions. Classifies a failure of a driver, a pool or a session once; the resulting exception carries
 * the classification and a sentence for the operator, without secrets.
 */
final class ExceptionTranslator {

    private static final int MAX_MESSAGE = 1_000;

    private final String databaseId;
    private final Dialect dialect;
    private final Redaction redaction;

    ExceptionTranslator(DatabaseSettings settings, Dialect dialect) {
        this.databaseId = settings.id();
        this.dialect = dialect;
        this.redaction = Redaction.of(settings.connection());
    }

    /** Translates any failure; returns an exception that is already translated. */
    WriteException translate(Exception failure) {
        return failure instanceof WriteException translated ? translated : exception(classify(failure), failure);
    }

    /** Translates a failure to connect. No row can cause it, so it is transient unless FATAL, whatever its code. */
    WriteException translateConnectFailure(Exception failure) {
        var failureClass = classify(failure);
        return exception(
                failureClass.kind() == FailureKind.FATAL
                        ? failureClass
                        : FailureClass.unreachable(failureClass.code(), failureClass.advice()),
                failure);
    }

    private WriteException exception(FailureClass failureClass, Throwable failure) {
        var sentence = sentence(failureClass, message(failure));
        var cause = redaction.of(failure);
        return failureClass.unreachable()
                ? WriteException.ofLostConnection(sentence, cause)
                : new WriteException(failureClass.kind(), sentence, cause, objections(failureClass, failure));
    }

    private IdentityHashMap<Row, String> objections(FailureClass failureClass, Throwable failure) {
        var sentences = new IdentityHashMap<Row, String>();
        if (failure instanceof RefusedRows refused) {
            refused.objections().forEach((row, objection) -> sentences.put(row, sentence(failureClass, objection)));
        }
        return sentences;
    }

    private FailureClass classify(Throwable failure) {
        return failure instanceof SetupException setup ? new FailureClass(setup.kind(), "") : dialect.classify(failure);
    }

    private String sentence(FailureClass failureClass, String message) {
        var sentence = new StringBuilder("Database ").append(databaseId);
        if (!failureClass.code().isEmpty()) {
            sentence.append(" (code ").append(failureClass.code()).append(')');
        }
        sentence.append(": ").append(shortened(redaction.of(message)));
        if (!failureClass.advice().isEmpty()) {
            sentence.append("; ").append(failureClass.advice());
        }
        return sentence.toString();
    }

    /** Returns the message of the innermost cause, after the pool's message if the pool has wrapped the cause. */
    private static String message(Throwable failure) {
        var root = root(failure);
        var message = root.getMessage() == null ? root.toString() : root.getMessage();
        if (failure instanceof SQLTransientConnectionException && failure != root) {
            message = failure.getMessage() + ": " + message;
        }
        return message;
    }

    /** Shortens a redacted message. Redaction must come first, because it can't recognise half a password. */
    private static String shortened(String message) {
        if (message.length() <= MAX_MESSAGE) {
            return message;
        }
        int end = Character.isHighSurrogate(message.charAt(MAX_MESSAGE - 1)) ? MAX_MESSAGE - 1 : MAX_MESSAGE;
        return message.substring(0, end) + "...";
    }

    private static Throwable root(Throwable failure) {
        var root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
