package io.github.hivemqtdengine.jdbc;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Takes passwords and tokens out of what drivers say; some put the whole login request into their messages. */
final class Redaction {

    private static final String MASK = "***";
    /** A string as JSON writes it, also where its end is cut off. */
    private static final String JSON_STRING = "\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\\\\?\"?";

    private static final Pattern PARAMETER =
            Pattern.compile("(?i)(\"?(?:password|token)\"?\\s*[=:]\\s*)(" + JSON_STRING + "|[^&;,}\\s]+)");
    private static final String NOT_WITHIN_A_WORD = "(?<![\\p{L}\\p{N}])%s(?![\\p{L}\\p{N}])";
    private static final int MAX_CAUSES = 10;

    private final List<Pattern> spellings;

    /** @param secrets those that are not empty are taken out wherever they stand alone */
    Redaction(String... secrets) {
        this.spellings = Stream.of(secrets)
                .filter(secret -> !secret.isEmpty())
                .flatMap(Redaction::spellings)
                .distinct()
                .map(Redaction::standingAlone)
                .toList();
    }

    static Redaction of(ConnectionSettings connection) {
        var token = connection.token();
        return new Redaction(connection.password(), token == null ? "" : token);
    }

    private static Stream<String> spellings(String secret) {
        return Stream.of(secret, URLEncoder.encode(secret, StandardCharsets.UTF_8), inJson(secret));
    }

    /** A text of which only what calls itself a password or a token is secret. */
    static String ofParameters(String text) {
        return PARAMETER.matcher(text).replaceAll("$1" + MASK);
    }

    private static String inJson(String password) {
        return password.replace("\\", "\\\\").replace("\"", "\\\"");
    }

    /** A password may be part of a common word, as QuestDB's "quest" is of "request". */
    private static Pattern standingAlone(String password) {
        return Pattern.compile(NOT_WITHIN_A_WORD.formatted(Pattern.quote(password)));
    }

    String of(String text) {
        var masked = ofParameters(text);
        for (var spelling : spellings) {
            masked = spelling.matcher(masked).replaceAll(Matcher.quoteReplacement(MASK));
        }
        return masked;
    }

    /** The failure itself, or a copy of its chain where the password stands in a message. */
    Throwable of(Throwable failure) {
        return isClean(failure) ? failure : copy(failure, MAX_CAUSES);
    }

    private boolean isClean(Throwable failure) {
        int depth = 0;
        for (Throwable t = failure; t != null && depth < MAX_CAUSES; t = t.getCause(), depth++) {
            if (!of(t.toString()).equals(t.toString()) || t.getSuppressed().length > 0) {
                return false;
            }
        }
        return true;
    }

    private Throwable copy(Throwable failure, int depth) {
        var message = of(failure.toString());
        var cause = failure.getCause();
        var redactedCause = cause == null || depth == 0 ? null : copy(cause, depth - 1);
        var copy = redacted(failure, message, redactedCause);
        copy.setStackTrace(failure.getStackTrace());
        return copy;
    }

    private static Throwable redacted(Throwable failure, String message, @Nullable Throwable cause) {
        return failure instanceof SQLException e
                ? new SQLException(message, e.getSQLState(), e.getErrorCode(), cause)
                : new RuntimeException(message, cause);
    }
}
