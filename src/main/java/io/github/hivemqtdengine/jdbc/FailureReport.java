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

/** Converter from exceptions of a driver or a pool to a sentence for the operator and a kind for the pipeline. */
final class FailureReport {

    private static final int MAX_MESSAGE = 1_000;

    private final DatabaseSettings settings;
    private final Dialect dialect;
    private final Redaction redaction;

    FailureReport(DatabaseSettings settings, Dialect dialect) {
        this.settings = settings;
        this.dialect = dialect;
        this.redaction = Redaction.of(settings.connection());
    }

    WriteException of(Throwable failure) {
        return exception(classify(failure), failure);
    }

    /** Classifies a failure to connect. No row can cause it, so it is transient unless FATAL, whatever its code. */
    WriteException ofConnecting(Throwable failure) {
        var failureClass = classify(failure);
        return exception(
                failureClass.kind() == FailureKind.FATAL
                        ? failureClass
                        : FailureClass.unreachable(failureClass.code(), failureClass.advice()),
                failure);
    }

    private WriteException exception(FailureClass failureClass, Throwable failure) {
        if (failureClass.unreachable()) {
            return WriteException.ofLostConnection(sentence(failureClass, words(failure)), redaction.of(failure));
        }
        return new WriteException(
                failureClass.kind(),
                sentence(failureClass, words(failure)),
                redaction.of(failure),
                refused(failureClass, failure));
    }

    private IdentityHashMap<Row, String> refused(FailureClass failureClass, Throwable failure) {
        var sentences = new IdentityHashMap<Row, String>();
        if (failure instanceof RefusedRows refused) {
            refused.objections().forEach((row, objection) -> sentences.put(row, sentence(failureClass, objection)));
        }
        return sentences;
    }

    FailureClass classify(Throwable failure) {
        return failure instanceof SetupException setup ? new FailureClass(setup.kind(), "") : dialect.classify(failure);
    }

    private String sentence(FailureClass failureClass, String words) {
        var sentence = new StringBuilder("Database ").append(settings.id());
        if (!failureClass.code().isEmpty()) {
            sentence.append(" (code ").append(failureClass.code()).append(')');
        }
        sentence.append(": ").append(shortened(redaction.of(words)));
        if (!failureClass.advice().isEmpty()) {
            sentence.append("; ").append(failureClass.advice());
        }
        return sentence.toString();
    }

    /** Returns the message of the innermost cause, after the pool's message if the pool has wrapped the cause. */
    private static String words(Throwable failure) {
        var root = root(failure);
        var words = root.getMessage() == null ? root.toString() : root.getMessage();
        if (failure instanceof SQLTransientConnectionException && failure != root) {
            words = failure.getMessage() + ": " + words;
        }
        return words;
    }

    /** Shortens a redacted message. Redaction must come first, because it can't recognise half a password. */
    private static String shortened(String words) {
        if (words.length() <= MAX_MESSAGE) {
            return words;
        }
        int end = Character.isHighSurrogate(words.charAt(MAX_MESSAGE - 1)) ? MAX_MESSAGE - 1 : MAX_MESSAGE;
        return words.substring(0, end) + "...";
    }

    private static Throwable root(Throwable failure) {
        var root = failure;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return root;
    }
}
