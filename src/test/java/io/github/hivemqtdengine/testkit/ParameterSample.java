// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Representative sample of a large parameter set.
 *
 * <p>The fast build tries a few values of each set, always the same ones; {@code -Dtests.exhaustive=true}, which {@code
 * -Pfull} sets, tries all of them.
 */
public final class ParameterSample {

    private static final boolean EXHAUSTIVE = Boolean.getBoolean("tests.exhaustive");

    private ParameterSample() {}

    /**
     * Returns values that are spread evenly over a set.
     *
     * @param all the whole set
     * @param size the number of values in the fast build
     * @param offset what to begin with, so that neighbouring tests try different values; 0 or more
     */
    public static <T> List<T> of(List<T> all, int size, int offset) {
        if (EXHAUSTIVE || all.size() <= size) {
            return all;
        }
        return IntStream.range(0, size)
                .mapToObj(number -> all.get((offset + number * all.size() / size) % all.size()))
                .toList();
    }
}
