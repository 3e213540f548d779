// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.suggest;

import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Says what the values of a field were, for a comment. */
final class SampleRange {

    private static final int MAX_TEXT = 40;

    private SampleRange() {}

    /** Returns a text such as {@code 229.1 to 231.4, in 9 of 10}; empty if there is nothing to say. */
    static String of(List<? extends @Nullable Object> values) {
        var found = values.stream().filter(Objects::nonNull).toList();
        if (values.size() < 2) {
            return "";
        }
        var range = range(found);
        return found.size() == values.size()
                ? range
                : (range.isEmpty() ? "" : range + ", ") + "in " + found.size() + " of " + values.size();
    }

    private static String range(List<?> found) {
        if (!found.isEmpty() && found.stream().allMatch(Number.class::isInstance)) {
            var numbers = found.stream()
                    .map(value -> new BigDecimal(value.toString()))
                    .sorted()
                    .toList();
            return fromTo(
                    numbers.get(0).toString(), numbers.get(numbers.size() - 1).toString());
        }
        return found.stream().distinct().count() == 1
                ? fromTo(found.get(0).toString(), found.get(0).toString())
                : "";
    }

    private static String fromTo(String first, String last) {
        if (first.length() > MAX_TEXT || last.length() > MAX_TEXT) {
            return "";
        }
        return first.equals(last) ? "always " + first : first + " to " + last;
    }
}
