// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Utf8;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/** Values of the array datatypes: packed, little-endian. An element takes no memory until it is read. */
final class ArrayValues extends AbstractList<Object> {

    private static final int TOP_BIT = 0x80;

    private final int size;
    private final IntFunction<Object> elements;

    private ArrayValues(int size, IntFunction<Object> elements) {
        this.size = size;
        this.elements = elements;
    }

    @Override
    public Object get(int index) {
        return elements.apply(index);
    }

    @Override
    public int size() {
        return size;
    }

    /** @throws DecodeException without a position if the bytes are not an array of the datatype */
    static List<Object> of(DataType type, byte[] bytes) throws DecodeException {
        var in = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
        return switch (type) {
            case INT8_ARRAY -> packed(type, bytes, 1, i -> (long) bytes[i]);
            case UINT8_ARRAY -> packed(type, bytes, 1, i -> Byte.toUnsignedLong(bytes[i]));
            case INT16_ARRAY -> packed(type, bytes, Short.BYTES, i -> (long) in.getShort(i));
            case UINT16_ARRAY -> packed(type, bytes, Short.BYTES, i -> Short.toUnsignedLong(in.getShort(i)));
            case INT32_ARRAY -> packed(type, bytes, Integer.BYTES, i -> (long) in.getInt(i));
            case UINT32_ARRAY -> packed(type, bytes, Integer.BYTES, i -> Integer.toUnsignedLong(in.getInt(i)));
            case INT64_ARRAY -> packed(type, bytes, Long.BYTES, in::getLong);
            case UINT64_ARRAY -> packed(type, bytes, Long.BYTES, i -> BinaryInput.unsigned(in.getLong(i)));
            case FLOAT_ARRAY -> packed(type, bytes, Float.BYTES, in::getFloat);
            case DOUBLE_ARRAY -> packed(type, bytes, Double.BYTES, in::getDouble);
            case DATE_TIME_ARRAY -> packed(type, bytes, Long.BYTES, i -> Instant.ofEpochMilli(in.getLong(i)));
            case BOOLEAN_ARRAY -> booleans(in);
            case STRING_ARRAY -> strings(bytes);
            default -> throw new IllegalArgumentException(type + " is not an array");
        };
    }

    /** @param at the element that begins at an index of the bytes */
    private static List<Object> packed(DataType type, byte[] bytes, int width, IntFunction<Object> at)
            throws DecodeException {
        if (bytes.length % width != 0) {
            throw malformed(type, "has " + bytes.length + " bytes, which is not a multiple of " + width);
        }
        return new ArrayValues(bytes.length / width, index -> at.apply(index * width));
    }

    /** A count of 32 bits, then a bit for each element, from the highest bit of the first byte on. */
    private static List<Object> booleans(ByteBuffer in) throws DecodeException {
        if (in.limit() < Integer.BYTES) {
            throw malformed(DataType.BOOLEAN_ARRAY, "has no count of its elements");
        }
        long count = Integer.toUnsignedLong(in.getInt(0));
        int bytes = in.limit() - Integer.BYTES;
        if ((count + Byte.SIZE - 1) / Byte.SIZE != bytes) {
            throw malformed(DataType.BOOLEAN_ARRAY, "has a count of " + count + " elements, but " + bytes + " bytes");
        }
        return new ArrayValues(
                (int) count, i -> (in.get(Integer.BYTES + i / Byte.SIZE) & TOP_BIT >> i % Byte.SIZE) != 0);
    }

    /** Strings of UTF-8, each ended by a zero. */
    private static List<Object> strings(byte[] bytes) throws DecodeException {
        Utf8.require(bytes);
        var strings = new ArrayList<>();
        int from = 0;
        for (int i = 0; i < bytes.length; i++) {
            if (bytes[i] == 0) {
                strings.add(new String(bytes, from, i - from, StandardCharsets.UTF_8));
                from = i + 1;
            }
        }
        if (from < bytes.length) {
            throw malformed(DataType.STRING_ARRAY, "has a last string that is not ended by a zero");
        }
        return strings;
    }

    private static DecodeException malformed(DataType type, String sentence) {
        return new DecodeException(Fault.MALFORMED, "Its " + type.label() + " " + sentence, -1);
    }
}
