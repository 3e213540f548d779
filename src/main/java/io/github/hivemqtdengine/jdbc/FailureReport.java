package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.Dialect;
import io.github.hivemqtdengine.jdbc.dialect.Redaction;
import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.jdbc.dialect.SetupException;
import io.github.hivemqtdengine.jdbc.dialect.Verdict;
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
        var verdict = classify(failure);
        return exception(
                verdict.kind() == FailureKind.FATAL ? verdict : Verdict.unreachable(verdict.code(), verdict.advice()),
                failure);
    }

    private WriteException exception(Verdict verdict, Throwable failure) {
        if (verdict.unreachable()) {
            return WriteException.ofLostConnection(sentence(verdict, words(failure)), redaction.of(failure));
        }
        return new WriteException(
                verdict.kind(), sentence(verdict, words(failure)), redaction.of(failure), refused(verdict, failure));
    }

    private IdentityHashMap<Row, String> refused(Verdict verdict, Throwable failure) {
        var sentences = new IdentityHashMap<Row, String>();
        if (failure instanceof RefusedRows refused) {
            refused.objections().forEach((row, objection) -> sentences.put(row, sentence(verdict, objection)));
        }
        return sentences;
    }

    Verdict classify(Throwable failure) {
        return failure instanceof SetupException setup ? new Verdict(setup.kind(), "") : dialect.classify(failure);
    }

    private String sentence(Verdict verdict, String words) {
        var sentence = new StringBuilder("Database ").append(settings.id());
        if (!verdict.code().isEmpty()) {
            sentence.append(" (code ").append(verdict.code()).append(')');
        }
        sentence.append(": ").append(shortened(redaction.of(words)));
        if (!verdict.advice().isEmpty()) {
            sentence.append("; ").append(verdict.advice());
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
