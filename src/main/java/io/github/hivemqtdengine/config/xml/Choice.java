// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config.xml;

import io.github.hivemqtdengine.config.xml.Form.Doc;
import io.github.hivemqtdengine.config.xml.Form.Facet;
import io.github.hivemqtdengine.expression.NearestWord;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Forms of a word from a fixed set. */
public final class Choice {

    public static final Form<Boolean> TRUTH = among(String::valueOf, List.of(true, false));

    private Choice() {}

    /** Returns a choice among values, each with its word. */
    public static <T> Form<T> among(Function<T, String> word, List<T> values) {
        var meanings = new LinkedHashMap<String, T>();
        values.forEach(value -> meanings.put(word.apply(value), value));
        var words = List.copyOf(meanings.keySet());
        return new Form<>(
                "choice",
                text -> meaning(text, meanings),
                word,
                "xs:token",
                words.stream().map(each -> new Facet("enumeration", each)).toList(),
                new Doc("`" + String.join("`, `", words) + "`", "`" + String.join("`、`", words) + "`"));
    }

    /** Returns a choice among all constants by their names in lower case, with hyphens. */
    public static <E extends Enum<E>> Form<E> of(Class<E> constants) {
        return of(EnumSet.allOf(constants));
    }

    /** Returns a choice among some constants. */
    public static <E extends Enum<E>> Form<E> of(Set<E> constants) {
        return among(Choice::word, List.copyOf(constants));
    }

    /** Returns a choice among words that are their own values. */
    public static Form<String> words(String... words) {
        return among(Function.identity(), List.of(words));
    }

    /** Returns the word for a constant. */
    public static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    private static <T> T meaning(String text, Map<String, T> meanings) {
        var word = text.strip();
        var meaning = meanings.get(word);
        if (meaning == null) {
            throw new IllegalArgumentException("is not allowed here" + NearestWord.suggestion(word, meanings.keySet()));
        }
        return meaning;
    }
}
