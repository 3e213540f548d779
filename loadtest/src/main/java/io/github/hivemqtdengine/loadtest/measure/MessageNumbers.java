// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.util.ArrayList;
import java.util.List;

/** Formats ascending message numbers as ranges, like {@code messages 17, 19 to 25 and 40 more}. */
final class MessageNumbers {

    private static final int RANGES = 5;

    private final List<String> ranges = new ArrayList<>();
    private long count;
    private long named;
    private long first;
    private long last;

    void add(long message) {
        if (count > 0 && message == last + 1) {
            last = message;
        } else {
            endRange();
            first = message;
            last = message;
        }
        count++;
    }

    private void endRange() {
        if (count > named && ranges.size() < RANGES) {
            ranges.add(range());
            named = count;
        }
    }

    private String range() {
        if (first == last) {
            return String.valueOf(first);
        }
        return first + (last == first + 1 ? ", " : " to ") + last;
    }

    /** Adds the ranges, followed by {@code what}, to the findings if there are any numbers. */
    void sayTo(List<String> findings, String what) {
        if (count > 0) {
            endRange();
            var more = count > named ? " and " + (count - named) + " more" : "";
            findings.add((count == 1 ? "message " : "messages ") + String.join(", ", ranges) + more + " " + what);
        }
    }
}
