package io.github.hivemqtdengine.route;

import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * What a payload has for a route.
 *
 * @param values the values of the fields, for each record that could be read
 * @param leftOut which records of the payload could not, from 0
 */
record DecodedRecords(List<@Nullable Object[]> values, SortedSet<Integer> leftOut) {

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
        int number = index + 1;
        for (int left : leftOut) {
            if (left >= number) {
                break;
            }
            number++;
        }
        return number;
    }
}
