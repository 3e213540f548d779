package io.github.hivemqtdengine.config;

import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An attribute or a text that a reader asks for, there or not. It is understood by functions that throw an {@link
 * IllegalArgumentException} whose message completes a sentence beginning with the value.
 */
final class Value {

    private final String path;
    private final int line;
    private final @Nullable Text text;
    private final Problems problems;

    /**
     * @param line where it would stand
     * @param text what stands there, or {@code null}
     */
    Value(String path, int line, @Nullable Text text, Problems problems) {
        this.path = path;
        this.line = line;
        this.text = text;
        this.problems = problems;
    }

    boolean isPresent() {
        return text != null;
    }

    /** What it means, if it is there; if it makes no sense, that is reported. */
    <T> Optional<T> read(Function<String, T> meaning) {
        if (text == null || text.value() == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(meaning.apply(text.value()));
        } catch (IllegalArgumentException e) {
            reject(String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** Like {@link #read}, and reported if it is not there. */
    <T> Optional<T> required(Function<String, T> meaning) {
        if (text == null) {
            problems.add(line, path, "", "is missing");
        }
        return read(meaning);
    }

    /** Like {@link #read}, with a default. */
    <T> T or(Function<String, T> meaning, T otherwise) {
        return read(meaning).orElse(otherwise);
    }

    /** Like {@link #read}, where only a mistake is of interest. */
    void check(Function<String, ?> meaning) {
        read(meaning);
    }

    /** Reports that it is wrong, if it is there. */
    void reject(String rule) {
        if (text != null) {
            problems.add(text, rule);
        }
    }
}
