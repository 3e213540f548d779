// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.message.TextBytes;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;

/**
 * Field of payloads, for a tool that compares payloads with a mapping. Null is no value.
 *
 * @param reference the field as a mapping refers to it, such as {@code payload:/v}; an index is {@code *}
 * @param types the types of its values
 * @param isRead whether the mapping reads all of these values
 * @param bytes size of the longest text among them in UTF-8
 */
public record PayloadField(String reference, Set<ValueType> types, boolean isRead, long bytes) {

    /** Types of values. */
    public enum ValueType {
        NUMBER,
        BOOLEAN,
        TEXT,
        TIME,
        BYTES,
        OBJECT,
        ARRAY
    }

    /** Creates a field with one value that is not a text. */
    public PayloadField(String reference, ValueType type, boolean isRead) {
        this(reference, EnumSet.of(type), isRead, 0);
    }

    /** Creates a field with one scalar, of one of {@link Decoder}'s types. */
    public static PayloadField of(String reference, Object scalar, boolean isRead) {
        long bytes = scalar instanceof String text ? TextBytes.utf8(text) : 0;
        return new PayloadField(reference, EnumSet.of(type(scalar)), isRead, bytes);
    }

    private static ValueType type(Object scalar) {
        if (scalar instanceof Number) {
            return ValueType.NUMBER;
        } else if (scalar instanceof Boolean) {
            return ValueType.BOOLEAN;
        } else if (scalar instanceof Instant) {
            return ValueType.TIME;
        }
        return scalar instanceof byte[] ? ValueType.BYTES : ValueType.TEXT;
    }

    /** Returns the field with the values of both. */
    public PayloadField and(PayloadField other) {
        var both = EnumSet.copyOf(types);
        both.addAll(other.types);
        return new PayloadField(reference, both, isRead && other.isRead, Math.max(bytes, other.bytes));
    }
}
