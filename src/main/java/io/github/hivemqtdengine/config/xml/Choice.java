package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.expression.NearestWord;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Parser of a word from a fixed set. Immutable. */
public final class Choice<T> implements Function<String, T> {

    private final Map<String, T> meanings;
    private final Map<String, String> refusals;

    private Choice(Map<String, T> meanings, Map<String, String> refusals) {
        this.meanings = meanings;
        this.refusals = refusals;
    }

    /** Returns a choice among values, each with its word. */
    public static <T> Choice<T> among(Function<T, String> word, List<T> values) {
        var meanings = new LinkedHashMap<String, T>();
        for (var value : values) {
            meanings.put(word.apply(value), value);
        }
        return new Choice<>(meanings, Map.of());
    }

    /** Returns a choice among all constants by their names in lower case, with hyphens. */
    public static <E extends Enum<E>> Choice<E> of(Class<E> constants) {
        return of(EnumSet.allOf(constants));
    }

    /** Returns a choice among some constants. */
    public static <E extends Enum<E>> Choice<E> of(Set<E> constants) {
        return among(Choice::word, List.copyOf(constants));
    }

    /** Returns a choice among words that are their own values. */
    public static Choice<String> words(String... words) {
        return among(Function.identity(), List.of(words));
    }

    /** Returns the word for a constant. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the same choice with an error message for a word that is not allowed. */
    Choice<T> refusing(String word, String rule) {
        var more = new LinkedHashMap<>(refusals);
        more.put(word, rule);
        return new Choice<>(meanings, more);
    }

    @Override
    public T apply(String text) {
        var word = text.strip();
        var meaning = meanings.get(word);
        if (meaning == null) {
            var rule = refusals.get(word);
            throw new IllegalArgumentException(
                    rule != null ? rule : "is not allowed here" + NearestWord.suggestion(word, meanings.keySet()));
        }
        return meaning;
    }
}
