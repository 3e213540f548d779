package io.github.hivemqtdengine.loadtest;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** A command line as a report may show it: passwords and tokens are left out. */
final class CommandText {

    private static final String SECRET = "...";
    private static final String PASSWORD = "--password";
    /** {@code password=}, in a key of a scenario or in a URL, and {@code user:password@}. */
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
