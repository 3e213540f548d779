package io.github.hivemqtdengine.route;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a payload has for a route.
 *
 * @param values the values of the fields, for each record that could be read
 * @param leftOut which records of the payload could not, from 0, ascending
 */
record DecodedRecords(List<@Nullable Object[]> values, List<Integer> leftOut) {

    int size() {
        return values.size();
    }

    @Nullable
    Object[] get(int index) {
        return values.get(index);
    }

    /** Whether the payload has one record and no other, so that nobody has to say which one is meant. */
    boolean isOne() {
        return size() == 1 && leftOut.isEmpty();
    }

    /** The number in the payload, from 1, of a record that could be read. */
    int number(int index) {
        int from = 0; // how many were left out before: that many are below their own place plus the index
        int to = leftOut.size();
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (leftOut.get(middle) - middle <= index) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return index + 1 + from;
    }
}
