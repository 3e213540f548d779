// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.util.Collection;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Suggests a known word for an unknown one. */
public final class NearestWord {

    private NearestWord() {}

    /** Returns a question with the nearest word, or a list of all words if none is near. */
    public static String suggestion(String word, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(candidate -> distance(word, candidate)))
                .filter(nearest -> distance(word, nearest) <= Math.max(1, word.length() / 2))
                .map(nearest -> "did you mean " + nearest + "?")
                .orElseGet(() -> "there are " + String.join(", ", known));
    }

    /** Returns the edit distance: the number of insertions, deletions and replacements. */
    private static int distance(String one, String other) {
        int[] above = IntStream.rangeClosed(0, other.length()).toArray();
        for (int i = 1; i <= one.length(); i++) {
            var row = new int[other.length() + 1];
            row[0] = i;
            for (int j = 1; j <= other.length(); j++) {
                int replaced = above[j - 1] + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(above[j], row[j - 1]));
            }
            above = row;
        }
        return above[other.length()];
    }
}
