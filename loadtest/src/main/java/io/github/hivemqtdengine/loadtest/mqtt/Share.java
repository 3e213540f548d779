// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import java.util.List;
import java.util.stream.IntStream;

/**
 * Share of a load generator in the clients of a load. Numbers of clients are unique in the whole load.
 *
 * @param index number of the load generator, from 0
 * @param of number of load generators
 */
public record Share(int index, int of) {

    /** Share of the only load generator. */
    public static final Share WHOLE = new Share(0, 1);

    /** @throws IllegalArgumentException if the index is not one of the load generators */
    public Share {
        if (index < 0 || index >= of) {
            throw new IllegalArgumentException("Load generator " + index + " of " + of + " does not exist");
        }
    }

    /** Returns whether a client with this number is part of the share. */
    boolean has(int number) {
        return number % of == index;
    }

    /** Returns the position in the share, from 0, of a client with this number. */
    int position(int number) {
        return number / of;
    }

    /** Returns the numbers in the share, of {@code count} clients from {@code first} on. */
    List<Integer> numbers(int first, int count) {
        return IntStream.range(first, first + count).filter(this::has).boxed().toList();
    }
}
