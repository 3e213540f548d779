// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import java.util.Collection;
import java.util.Comparator;

/** Suggestions for misspelled words. */
public final class NearestWord {

    private NearestWord() {}

    /** Returns the word with the smallest edit distance. */
    public static String of(String text, Collection<String> words) {
        return words.stream()
                .min(Comparator.comparingInt(word -> distance(text, word)))
                .orElseThrow();
    }

    /** Returns the number of insertions, deletions and replacements of characters (Levenshtein distance). */
    public static int distance(String from, String to) {
        var previous = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            var current = new int[to.length() + 1];
            current[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int replaced = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[to.length()];
    }

    /** Returns the end of a sentence: the nearest word if it is near, otherwise all words; empty if there are none. */
    public static String suggestion(String text, Collection<String> words) {
        if (words.isEmpty()) {
            return "";
        }
        var nearest = of(text, words);
        boolean isNear = distance(text, nearest) <= Math.max(1, text.length() / 2);
        return isNear ? "; did you mean " + nearest + "?" : "; known are " + String.join(", ", words);
    }
}
