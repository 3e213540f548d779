package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.config.xml.Element.Text;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Replaces <code>${ENV:NAME}</code> and <code>${FILE:path}</code> in elements and attributes. Replaced values are
 * final: references in them are not replaced. Other <code>${...}</code> belong to the mapping and stay.
 * <code>$${ENV:...}</code> stays, too, as the mapping's escape for the string itself.
 */
public final class References {

    private static final Pattern REFERENCE = Pattern.compile("(?<!\\$)\\$\\{(ENV|FILE):([^}]*)(}?)");
    private static final Pattern LAST_LINE_BREAK = Pattern.compile("\\r?\\n\\z");

    private final Path folder;
    private final UnaryOperator<@Nullable String> environment;
    private final SourceFiles inputs;
    private final Problems problems;

    /**
     * @param folder the base of relative paths
     * @param environment returns a variable's value, or {@code null}
     * @param inputs reads the files
     */
    public References(Path folder, UnaryOperator<@Nullable String> environment, SourceFiles inputs, Problems problems) {
        this.folder = folder;
        this.environment = environment;
        this.inputs = inputs;
        this.problems = problems;
    }

    /** Returns a text with its references replaced; reports those that can't be replaced. */
    Text text(String path, Location place, String written) {
        var value = new StringBuilder();
        var matcher = REFERENCE.matcher(written);
        int done = 0;
        boolean complete = true;
        while (matcher.find()) {
            var replacement = replacement(matcher, path, place);
            complete &= replacement != null;
            value.append(written, done, matcher.start()).append(replacement);
            done = matcher.end();
        }
        return new Text(
                path,
                place,
                written,
                complete ? value.append(written.substring(done)).toString() : null);
    }

    private @Nullable String replacement(MatchResult reference, String path, Location place) {
        if (reference.group(3).isEmpty()) {
            problems.add(place, path, "${" + reference.group(1) + ":", "begins a reference that has no closing }");
            return null;
        }
        var name = reference.group(2).strip();
        try {
            return reference.group(1).equals("ENV") ? variable(name) : content(name);
        } catch (IllegalArgumentException e) {
            problems.add(place, path, reference.group(), String.valueOf(e.getMessage()));
            return null;
        }
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
