package io.github.hivemqtdengine.config.xml;

import java.util.regex.Pattern;

/** Masks passwords and tokens in problems, which are logged. */
final class Secrets {

    private static final Pattern PARAMETER = Pattern.compile("(?i)((?:password|token)=)[^&;]*");
    /** A password may contain any character, so it ends at the last @. */
    private static final Pattern USER_INFO = Pattern.compile("(//[^:@]*:).*@");

    private Secrets() {}

    /** Returns a value with its secrets masked. */
    static String hide(String path, String written) {
        if (path.endsWith("/password") || path.endsWith("/token")) {
            return "";
        }
        return path.endsWith("/jdbc-url") ? hideInUrl(written) : written;
    }

    /** Masks parameters first: an @ in one of them must not count as the end of a password before the host. */
    private static String hideInUrl(String url) {
        var masked = PARAMETER.matcher(url).replaceAll("$1***");
        return USER_INFO.matcher(masked).replaceAll("$1***@");
    }
}
