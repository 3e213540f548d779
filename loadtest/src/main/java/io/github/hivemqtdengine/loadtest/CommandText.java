// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Command line for a report, without passwords and tokens. */
final class CommandText {

    private static final String SECRET = "...";
    private static final String PASSWORD = "--password";
    /** Secrets in scenario keys and URLs: {@code password=}, {@code token=} and the like. */
    private static final Pattern ASSIGNED =
            Pattern.compile("(?i)((?:password|passwd|pwd|token|secret|apikey)=)[^&;,)\\s]+");

    private static final Pattern OF_SCENARIO =
            Pattern.compile("(?s)^((?:--set=)?\\s*(?:x\\.[\\w.-]+\\.)?password\\s*=).*");
    private static final Pattern IN_AUTHORITY = Pattern.compile("(//[^/@:]*:)[^@/]+(@)");
    private static final Pattern OF_ORACLE = Pattern.compile("(jdbc:oracle:\\w+:[^/@\\s]*/)[^@\\s]+(@)");

    private CommandText() {}

    static String of(String program, List<String> arguments) {
        var words = new ArrayList<>(List.of(program));
        for (var argument : arguments) {
            boolean isPassword = words.get(words.size() - 1).equals(PASSWORD) && !argument.startsWith("-");
            words.add(isPassword ? SECRET : masked(argument));
        }
        return String.join(" ", words);
    }

    private static String masked(String argument) {
        var ofScenario = OF_SCENARIO.matcher(argument).replaceAll("$1" + SECRET);
        var assigned = ASSIGNED.matcher(ofScenario).replaceAll("$1" + SECRET);
        var inAuthority = IN_AUTHORITY.matcher(assigned).replaceAll("$1" + SECRET + "$2");
        return OF_ORACLE.matcher(inAuthority).replaceAll("$1" + SECRET + "$2");
    }
}
