package io.github.hivemqtdengine.config;

import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Finds what somebody may have meant. */
final class NearestName {

    private NearestName() {}

    /** The end of a sentence: the one name that was probably meant, or else what is known, if anything is. */
    static String suggestion(String name, Collection<String> known) {
        if (known.isEmpty()) {
            return "";
        }
        return nearest(name, known)
                .map(nearest -> "; did you mean " + nearest + "?")
                .orElseGet(() -> "; known are " + String.join(", ", known));
    }

    private static Optional<String> nearest(String name, Collection<String> known) {
        var wanted = name.toLowerCase(Locale.ROOT);
        int tolerance = Math.max(1, wanted.length() / 2);
        return known.stream()
                .filter(candidate -> distance(wanted, candidate.toLowerCase(Locale.ROOT)) <= tolerance)
                .min(Comparator.comparingInt(candidate -> distance(wanted, candidate.toLowerCase(Locale.ROOT))));
    }

    /** How many characters have to be inserted, removed or replaced (Levenshtein). */
    private static int distance(String a, String b) {
        int[] previous = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            previous[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] current = new int[b.length() + 1];
            current[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = previous[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(replaced, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[b.length()];
    }
}
