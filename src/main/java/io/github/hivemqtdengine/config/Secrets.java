package io.github.hivemqtdengine.config;

import java.util.regex.Pattern;

/** Keeps passwords and tokens out of problems, which end in logs. */
final class Secrets {

    private static final Pattern PARAMETER = Pattern.compile("(?i)((?:password|token)=)[^&;]*");
    /** A password may have any character, so it ends at the last @. */
    private static final Pattern USER_INFO = Pattern.compile("(//[^:@]*:).*@");

    private Secrets() {}

    /** A value as a problem may show it. */
    static String hide(String path, String written) {
        if (path.endsWith("/password") || path.endsWith("/token")) {
            return "";
        }
        return path.endsWith("/jdbc-url") ? hideInUrl(written) : written;
    }

    /** Parameters first: an @ in one of them must not count as the end of a password in front of the host. */
    private static String hideInUrl(String url) {
        var masked = PARAMETER.matcher(url).replaceAll("$1***");
        return USER_INFO.matcher(masked).replaceAll("$1***@");
    }
}
