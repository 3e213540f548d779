package io.github.hivemqtdengine.loadtest.measure;

import java.util.ArrayList;
import java.util.List;

/** Numbers of messages as a text, like {@code messages 17, 19 to 25 and 40 more}. Takes them ascending. */
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

    /** Adds a sentence's part to others, if there were any numbers. */
    void sayTo(List<String> findings, String what) {
        if (count > 0) {
            endRange();
            var more = count > named ? " and " + (count - named) + " more" : "";
            findings.add((count == 1 ? "message " : "messages ") + String.join(", ", ranges) + more + " " + what);
        }
    }
}
