package io.github.hivemqtdengine.loadtest;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Command line for a report, without passwords and tokens. */
final class CommandText {

    private static final String SECRET = "...";
    private static final String PASSWORD = "--password";
    /** Secrets in scenario keys and URLs: {@code password=} and {@code token=}. */
    private static final Pattern ASSIGNED = Pattern.compile("(?i)((?:password|token)=)[^&;\\s]+");

    private static final Pattern IN_AUTHORITY = Pattern.compile("(//[^/@:]*:)[^@/]+(@)");

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
        var assigned = ASSIGNED.matcher(argument).replaceAll("$1" + SECRET);
        return IN_AUTHORITY.matcher(assigned).replaceAll("$1" + SECRET + "$2");
    }
}
