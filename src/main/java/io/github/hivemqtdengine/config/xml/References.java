// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.config.xml.Element.Text;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces <code>${ENV:NAME}</code> and <code>${FILE:path}</code> in elements and attributes. Replaced values are
 * final: references in them are not replaced. Other <code>${...}</code> belong to the mapping and stay.
 * <code>$${ENV:...}</code> stays, too, as the mapping's escape for the string itself.
 */
public final class References {

    private static final Pattern REFERENCE = Pattern.compile("(?<!\\$)\\$\\{(ENV|FILE):([^}]*)(}?)");
    /** Placeholders for names and text (the reference's own name), numbers, column types and URLs. */
    private static final List<String> STAND_INS =
            List.of("", "100", "VARCHAR(100)", "jdbc:TAOS-WS://localhost:6041", "http://localhost:8081");

    private static final Pattern LAST_LINE_BREAK = Pattern.compile("\\r?\\n\\z");

    private final Path folder;
    private final UnaryOperator<@Nullable String> environment;
    private final SourceFiles inputs;
    private final Problems problems;
    private final Problems missing;

    /**
     * @param folder the base of relative paths
     * @param environment returns a variable's value, or {@code null}
     * @param inputs reads the files
     */
    public References(Path folder, UnaryOperator<@Nullable String> environment, SourceFiles inputs, Problems problems) {
        this(folder, environment, inputs, problems, problems);
    }

    /** @param missing collects missing variables and files if they are not problems: placeholders replace them */
    public References(
            Path folder,
            UnaryOperator<@Nullable String> environment,
            SourceFiles inputs,
            Problems problems,
            Problems missing) {
        this.missing = missing;
        this.folder = folder;
        this.environment = environment;
        this.inputs = inputs;
        this.problems = problems;
    }

    /** Returns a text with its references replaced; reports those that can't be replaced. */
    Text text(String path, Location place, String written) {
        int reported = problems.count() + missing.count();
        var value = replaced(written, (reference, why) -> {
            boolean isClosed = !reference.group(3).isEmpty();
            var shown = isClosed ? reference.group() : "${" + reference.group(1) + ":";
            (isClosed ? missing : problems).add(place, path, shown, why);
            return "";
        });
        if (problems.count() + missing.count() == reported) {
            return new Text(path, place, written, value);
        }
        var standIns = missing == problems ? List.<String>of() : standIns(written);
        return new Text(path, place, written, standIns.isEmpty() ? null : standIns.get(0), standIns);
    }

    /** Returns the text with placeholders for what is missing, one for each type that a value may have. */
    private List<String> standIns(String written) {
        return STAND_INS.stream()
                .map(standIn -> replaced(
                        written,
                        (reference, why) ->
                                standIn.isEmpty() ? reference.group(2).replaceAll("\\W", "_") : standIn))
                .toList();
    }

    /** @param otherwise returns the replacement of a reference that has no value, for the reason */
    private String replaced(String written, BiFunction<MatchResult, String, String> otherwise) {
        return REFERENCE.matcher(written).replaceAll(reference -> {
            try {
                return Matcher.quoteReplacement(value(reference));
            } catch (IllegalArgumentException e) {
                return Matcher.quoteReplacement(otherwise.apply(reference, String.valueOf(e.getMessage())));
            }
        });
    }

    private String value(MatchResult reference) {
        if (reference.group(3).isEmpty()) {
            throw new IllegalArgumentException("begins a reference that has no closing }");
        }
        var name = reference.group(2).strip();
        return reference.group(1).equals("ENV") ? variable(name) : content(name);
    }

    private String variable(String name) {
        var value = environment.apply(name);
        if (value == null) {
            throw new IllegalArgumentException("names an environment variable that is not set");
        }
        return value;
    }

    private String content(String name) {
        try {
            var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(inputs.read(folder.resolve(name))));
            return LAST_LINE_BREAK.matcher(text).replaceFirst("");
        } catch (IOException | InvalidPathException e) {
            var kind = e.getClass().getSimpleName();
            throw new IllegalArgumentException("names a file that can't be read as UTF-8 text (" + kind + ")", e);
        }
    }
}
