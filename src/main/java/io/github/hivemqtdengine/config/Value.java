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
    private final Place place;
    private final @Nullable Text text;
    private final boolean isDefault;
    private final Problems problems;

    /**
     * @param place where it would stand
     * @param text what stands there or is inherited, or {@code null}
     * @param isDefault whether it stands among the defaults, for whatever route it suits
     */
    Value(String path, Place place, @Nullable Text text, boolean isDefault, Problems problems) {
        this.path = path;
        this.place = place;
        this.text = text;
        this.isDefault = isDefault;
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
            problems.add(text, String.valueOf(e.getMessage()));
            return Optional.empty();
        }
    }

    /** Like {@link #read}, and reported if it is not there. */
    <T> Optional<T> required(Function<String, T> meaning) {
        if (text == null) {
            problems.add(place, path, "", "is missing");
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

    /** Reports that it does not belong here, if it is there; a default that does not is left alone. */
    void reject(String rule) {
        if (text != null && !isDefault) {
            problems.add(text, rule);
        }
    }
}
