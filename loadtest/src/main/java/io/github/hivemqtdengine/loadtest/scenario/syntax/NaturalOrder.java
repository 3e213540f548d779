// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.syntax;

import java.util.Comparator;
import java.util.regex.Pattern;

/** Natural order of names: c2 before c10. */
public final class NaturalOrder implements Comparator<String> {

    public static final NaturalOrder INSTANCE = new NaturalOrder();

    private static final Pattern BOUNDARY = Pattern.compile("(?<=\\D)(?=\\d)|(?<=\\d)(?=\\D)");

    private NaturalOrder() {}

    @Override
    public int compare(String one, String other) {
        var ones = BOUNDARY.split(one, -1);
        var others = BOUNDARY.split(other, -1);
        for (int i = 0; i < Math.min(ones.length, others.length); i++) {
            int order = compareParts(ones[i], others[i]);
            if (order != 0) {
                return order;
            }
        }
        int shorterFirst = Integer.compare(ones.length, others.length);
        return shorterFirst != 0 ? shorterFirst : one.compareTo(other);
    }

    private static int compareParts(String one, String other) {
        boolean numbers = isNumber(one) && isNumber(other);
        return numbers ? Long.compare(Long.parseLong(one), Long.parseLong(other)) : one.compareTo(other);
    }

    private static boolean isNumber(String part) {
        return !part.isEmpty() && part.length() < 18 && part.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
