// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Masking of passwords and tokens in driver messages, some of which contain the whole login request. */
public final class Redaction {

    private static final String MASK = "***";
    /** JSON string, which may be cut off at its end. */
    private static final String JSON_STRING = "\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\\\\?\"?";

    private static final Pattern PARAMETER =
            Pattern.compile("(?i)(\"?(?:password|token)\"?\\s*[=:]\\s*)(" + JSON_STRING + "|[^&;,}\\s]+)");
    private static final String NOT_WITHIN_A_WORD = "(?<![\\p{L}\\p{N}])%s(?![\\p{L}\\p{N}])";
    private static final int MAX_DEPTH = 10;

    private final List<Pattern> spellings;

    /** @param secrets strings to mask wherever they are whole words; empty ones are ignored */
    Redaction(String... secrets) {
        this.spellings = Stream.of(secrets)
                .filter(secret -> !secret.isEmpty())
                .flatMap(Redaction::spellings)
                .distinct()
                .map(Redaction::wholeWord)
                .toList();
    }

    /** Returns a redaction of a single secret. */
    public static Redaction ofSecret(String secret) {
        return new Redaction(secret);
    }

    public static Redaction of(ConnectionSettings connection) {
        var token = connection.token();
        return new Redaction(connection.password(), token == null ? "" : token);
    }

    private static Stream<String> spellings(String secret) {
        return Stream.of(secret, URLEncoder.encode(secret, StandardCharsets.UTF_8), inJson(secret));
    }

    /** Masks only the values of parameters named password or token. */
    public static String ofParameters(String text) {
        return PARAMETER.matcher(text).replaceAll("$1" + MASK);
    }

    private static String inJson(String secret) {
        return secret.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /** Returns a pattern for whole words only: QuestDB's password "quest" is a part of "request". */
    private static Pattern wholeWord(String secret) {
        return Pattern.compile(NOT_WITHIN_A_WORD.formatted(Pattern.quote(secret)));
    }

    public String of(String text) {
        var masked = ofParameters(text);
        for (var spelling : spellings) {
            masked = spelling.matcher(masked).replaceAll(Matcher.quoteReplacement(MASK));
        }
        return masked;
    }

    /**
     * Returns the failure, or a copy if the failure or an attached one contains a secret, or if more than
     * ten are chained. The copy of an {@link SQLException} has the same code and state, but no next
     * exception; any other copy is a {@link RuntimeException}.
     */
    public Throwable of(Throwable failure) {
        return isClean(failure, MAX_DEPTH) ? failure : copy(failure, MAX_DEPTH);
    }

    public SQLException of(SQLException failure) {
        return (SQLException) of((Throwable) failure);
    }

    public RuntimeException of(RuntimeException failure) {
        return (RuntimeException) of((Throwable) failure);
    }

    /** Returns whether nothing contains a secret; failures attached too deep to be copied count as unclean. */
    private boolean isClean(Throwable failure, int depth) {
        return depth > 0
                && of(failure.toString()).equals(failure.toString())
                && causesAndSuppressed(failure).allMatch(other -> isClean(other, depth - 1));
    }

    private static Stream<Throwable> causesAndSuppressed(Throwable failure) {
        var next = failure instanceof SQLException e ? e.getNextException() : null;
        return Stream.concat(Stream.of(failure.getSuppressed()), Stream.of(failure.getCause(), next))
                .filter(Objects::nonNull);
    }

    private Throwable copy(Throwable failure, int depth) {
        var cause = failure.getCause();
        var copy = redacted(failure, cause == null || depth == 1 ? null : copy(cause, depth - 1));
        copy.setStackTrace(failure.getStackTrace());
        if (depth > 1) {
            Stream.of(failure.getSuppressed()).forEach(other -> copy.addSuppressed(copy(other, depth - 1)));
        }
        return copy;
    }

    private Throwable redacted(Throwable failure, @Nullable Throwable cause) {
        return failure instanceof SQLException e
                ? new SQLException(of(message(e)), e.getSQLState(), e.getErrorCode(), cause)
                : new RuntimeException(of(failure.toString()), cause);
    }

    private static String message(SQLException failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
