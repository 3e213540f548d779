// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.config.xml.Element.Text;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Optional attribute or text. Parsers throw an {@link IllegalArgumentException}; its message completes a sentence that
 * begins with the value.
 */
public final class Value<T> {

    private final Setting<T> setting;
    private final String path;
    private final Location place;
    private final @Nullable Text text;
    private final boolean isDefault;
    private final Problems problems;

    /**
     * @param place the location, also of a missing value
     * @param text the text, own or inherited, or {@code null}
     * @param isDefault whether the value comes from the defaults, which need not suit every route
     */
    Value(Setting<T> setting, String path, Location place, @Nullable Text text, boolean isDefault, Problems problems) {
        this.setting = setting;
        this.path = path;
        this.place = place;
        this.text = text;
        this.isDefault = isDefault;
        this.problems = problems;
    }

    public boolean isPresent() {
        return text != null;
    }

    /** Returns whether the element itself has the value, so that it precedes what comes from the defaults. */
    public boolean isOwn() {
        return text != null && !isDefault;
    }

    /** Returns the value if present; reports an invalid one. */
    public Optional<T> read() {
        return read(setting.form());
    }

    /** Returns the value, or its default. */
    public T get() {
        return read().orElseGet(setting::orThrow);
    }

    /** Returns the value; reports a missing one. */
    public Optional<T> required() {
        return required(setting.form());
    }

    /** Behaves like {@link #read()} with a parser that knows more than the form. */
    public <R> Optional<R> read(Function<String, R> meaning) {
        if (text != null) {
            problems.noteRead(text);
        }
        if (text == null || text.value() == null) {
            return Optional.empty();
        }
        try {
            return Optional.of(meaning.apply(text.value()));
        } catch (IllegalArgumentException e) {
            if (text.standIns().isEmpty()) {
                problems.add(text, String.valueOf(e.getMessage()));
            }
            return text.standIns().stream()
                    .flatMap(standIn -> accepted(standIn, meaning).stream())
                    .findFirst();
        }
    }

    /** Checks a value that a reader has read already; one that nobody reads has no effect. */
    public void check(Function<String, ?> meaning) {
        if (text != null && problems.isRead(text)) {
            read(meaning::apply);
        }
    }

    private static <R> Optional<R> accepted(String standIn, Function<String, R> meaning) {
        try {
            return Optional.of(meaning.apply(standIn));
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** Behaves like {@link #required()} with a parser that knows more than the form. */
    public <R> Optional<R> required(Function<String, R> meaning) {
        if (text == null) {
            problems.add(place, path, "", "is missing");
        }
        var read = read(meaning);
        if (text != null && read.isEmpty() && !text.standIns().isEmpty()) {
            problems.add(text, "is missing, and no placeholder can replace it here");
        }
        return read;
    }

    /** Reports that the value is not allowed here, if it is present; values of the defaults are ignored. */
    public void reject(String rule) {
        if (text != null && !isDefault) {
            problems.add(text, rule);
        }
    }
}
