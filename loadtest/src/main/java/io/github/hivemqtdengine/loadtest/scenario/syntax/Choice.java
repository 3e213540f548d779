// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.syntax;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Value that is one of a set of words. */
public final class Choice<T> implements Syntax<T> {

    private final Map<String, T> byWord;

    private Choice(Map<String, T> byWord) {
        this.byWord = byWord;
    }

    /** Returns a choice of the constants of an enum, by their names in lower case with hyphens. */
    public static <E extends Enum<E>> Choice<E> of(Class<E> type) {
        var byWord = new LinkedHashMap<String, E>();
        Arrays.stream(type.getEnumConstants())
                .forEach(constant ->
                        byWord.put(constant.name().toLowerCase(Locale.ROOT).replace('_', '-'), constant));
        return new Choice<>(byWord);
    }

    /** Returns a choice of two words. */
    public static <T> Choice<T> of(String one, T itsValue, String other, T othersValue) {
        var byWord = new LinkedHashMap<String, T>();
        byWord.put(one, itsValue);
        byWord.put(other, othersValue);
        return new Choice<>(byWord);
    }

    @Override
    public T read(String text) {
        var value = byWord.get(text);
        if (value == null) {
            throw new MalformedValueException(
                    "has \"" + text + "\", which is not known here", NearestWord.suggestion(text, byWord.keySet()));
        }
        return value;
    }
}
