package io.github.hivemqtdengine.jdbc;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Takes the password out of what drivers say; some put the whole login request into their messages. */
final class Redaction {

    private static final String MASK = "***";
    private static final Pattern PARAMETER =
            Pattern.compile("(?i)(\"?password\"?\\s*[=:]\\s*)(\"[^\"]*\"|[^&;,}\\s]+)");
    private static final int MAX_CAUSES = 10;

    private final String password;
    private final String encodedPassword;

    Redaction(String password) {
        this.password = password;
        this.encodedPassword = URLEncoder.encode(password, StandardCharsets.UTF_8);
    }

    String of(String text) {
        var masked = PARAMETER.matcher(text).replaceAll("$1" + MASK);
        if (password.isEmpty()) {
            return masked;
        }
        return masked.replace(password, MASK).replace(encodedPassword, MASK);
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
