package io.github.hivemqtdengine.config;

import java.util.regex.Pattern;

/** Keeps passwords and tokens out of problems, which end in logs. */
final class Secrets {

    private static final Pattern CREDENTIAL = Pattern.compile("(?i)((?:password|token)=)[^&;]*|(//[^/@]*:)[^/@]*@");

    private Secrets() {}

    /** A value as a problem may show it. */
    static String hide(String path, String written) {
        if (path.endsWith("/password")) {
            return "";
        }
        return path.endsWith("/jdbc-url") ? CREDENTIAL.matcher(written).replaceAll("$1$2***") : written;
    }
}
