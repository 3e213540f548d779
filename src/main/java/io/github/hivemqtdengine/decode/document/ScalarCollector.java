// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import io.github.hivemqtdengine.decode.Decoder.Scalars;
import io.github.hivemqtdengine.decode.FieldPath;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Collector of the scalars of an object with their pointers, fed by {@link TreeDecoder}. The number of scalars and the
 * length of pointers are limited, because a client chooses both.
 */
public final class ScalarCollector {

    public static final int MAX_FIELDS = 1_000;
    public static final int LONGEST_POINTER = 256;

    private final @Nullable ScalarCollector outer;
    private final StringBuilder pointer;
    private final Map<String, Object> fields = new LinkedHashMap<>();
    private int left;

    /**
     * @param start pointer of the object
     * @param outer collector of an enclosing object, which collects the same scalars and more, or {@code null}
     */
    ScalarCollector(String start, @Nullable ScalarCollector outer) {
        this.pointer = new StringBuilder(start);
        this.outer = outer;
    }

    /** Enters a field; {@link #leave} returns from it. */
    void enter(String name) {
        pointer.append('/').append(FieldPath.escaped(name));
        if (outer != null) {
            outer.enter(name);
        }
    }

    void leave() {
        pointer.setLength(pointer.lastIndexOf("/"));
        if (outer != null) {
            outer.leave();
        }
    }

    /** Adds the value of the current field; it replaces an earlier value of the same field. */
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
        return fields.size() == MAX_FIELDS && !fields.containsKey(pointer.toString());
    }

    private void forget() {
        if (pointer.length() <= LONGEST_POINTER) {
            fields.remove(pointer.toString());
        }
    }

    Scalars collected() {
        return new Scalars(fields.size() > 1 ? fields : Map.copyOf(fields), left); // without the table of a large map
    }
}
