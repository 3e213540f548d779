// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.output;

import io.github.hivemqtdengine.decode.json.JsonTree;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;
import picocli.CommandLine.Spec.Target;

/** Option that selects the output: lines for people, or one JSON object. */
public final class OutputOption {

    /** Control characters but the tab and the ends of lines. */
    private static final Pattern CONTROL = Pattern.compile("[\\p{Cc}&&[^\\t\\r\\n]]|\\r(?!\\n)");

    @Option(names = "--json", description = "Answer as one JSON object.")
    private boolean json;

    @Spec(Target.MIXEE)
    private @Nullable CommandSpec spec;

    /** Prints the result to standard output, as JSON or as lines. */
    public void print(Map<String, ? extends @Nullable Object> object, Supplier<List<String>> lines) {
        print(object, lines, "");
    }

    /**
     * Prints the result to standard output, as JSON or as lines.
     *
     * @param before control characters before the lines
     * @return whether the output is still read
     */
    public boolean print(Map<String, ? extends @Nullable Object> object, Supplier<List<String>> lines, String before) {
        var out = Objects.requireNonNull(spec).commandLine().getOut();
        if (json) {
            out.println(JsonTree.write(object));
        } else {
            out.print(before);
            lines.get().forEach(line -> out.println(shown(line)));
        }
        return !out.checkError(); // flushes
    }

    /** Prints a line of an answer before the others are known; prints nothing with {@code --json}. */
    public void progress(String line) {
        if (!json) {
            var out = Objects.requireNonNull(spec).commandLine().getOut();
            out.println(shown(line));
            out.flush();
        }
    }

    /** Returns whether the output may have control characters, for colours. */
    public boolean isOnTerminal() {
        return Objects.requireNonNull(spec)
                .commandLine()
                .getColorScheme()
                .ansi()
                .enabled();
    }

    private String shown(String line) {
        return isOnTerminal() ? Colours.of(printable(line)) : printable(line);
    }

    /** Returns a line without the control characters of clients, which a terminal might obey. */
    private static String printable(String line) {
        return CONTROL.matcher(line).replaceAll("?");
    }

    /** Prints a line to standard error; prints nothing with {@code --json}. */
    public void note(String sentence) {
        if (!json) {
            var err = Objects.requireNonNull(spec).commandLine().getErr();
            err.println(printable(sentence));
            err.flush();
        }
    }
}
