package io.github.hivemqtdengine.route;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Records decoded from one payload for a route.
 *
 * @param values the values of the fields, for each record that could be read
 * @param leftOut the indices in the payload of the records that could not be read, from 0, ascending
 */
record DecodedRecords(List<@Nullable Object[]> values, List<Integer> leftOut) {

    int size() {
        return values.size();
    }

    @Nullable
    Object[] get(int index) {
        return values.get(index);
    }

    /** Returns whether the payload has exactly one record, so that errors need no record number. */
    boolean isOne() {
        return size() == 1 && leftOut.isEmpty();
    }

    /** Returns the number in the payload, from 1, of a record that could be read. */
    int number(int index) {
        int from = 0; // binary search for the number of unreadable records before this one
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
