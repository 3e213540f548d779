package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.Decoder.Scalars;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collects the scalars of an object with their pointers, while somebody else reads it. Their number and the length of
 * the pointers are bounded: a client chooses both.
 */
final class ScalarCollector {

    static final int MOST_FIELDS = 1_000;
    static final int LONGEST_POINTER = 256;

    private final @Nullable ScalarCollector outer;
    private final StringBuilder pointer;
    private final Map<String, Object> fields = new LinkedHashMap<>();
    private int left;

    /**
     * @param start the pointer of the object
     * @param outer one that collects the same scalars, and more
     */
    ScalarCollector(String start, @Nullable ScalarCollector outer) {
        this.pointer = new StringBuilder(start);
        this.outer = outer;
    }

    /** Goes down to a field; {@link #leave} comes back. */
    void enter(String name) {
        pointer.append('/').append(name.replace("~", "~0").replace("/", "~1"));
        if (outer != null) {
            outer.enter(name);
        }
    }

    /** Comes back from a field. */
    void leave() {
        pointer.setLength(pointer.lastIndexOf("/"));
        if (outer != null) {
            outer.leave();
        }
    }

    /** The value here; a later one of the same field takes its place. */
    void add(@Nullable Object value) {
        if (value == null) {
            forget();
        } else if (pointer.length() > LONGEST_POINTER || isFull()) {
            left++;
        } else {
            fields.put(pointer.toString(), value);
        }
        if (outer != null) {
            outer.add(value);
        }
    }

    private boolean isFull() {
        return fields.size() == MOST_FIELDS && !fields.containsKey(pointer.toString());
    }

    private void forget() {
        if (pointer.length() <= LONGEST_POINTER) {
            fields.remove(pointer.toString());
        }
    }

    Scalars collected() {
        return new Scalars(fields, left);
    }
}
