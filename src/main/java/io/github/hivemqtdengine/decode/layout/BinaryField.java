// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.layout;

import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Field at a fixed offset in a record.
 *
 * @param offset offset of its first byte in the record, from 0
 */
public record BinaryField(String name, int offset, BinaryType type) {

    private static final Pattern SYNTAX = Pattern.compile(
            "(?<name>[A-Za-z_][A-Za-z0-9_-]*)\\s*:\\s*(?<type>[a-z]+)(?<bits>[0-9]*)(?:\\s+(?<size>[0-9]{1,7}))?"
                    + "(?:\\s+(?<order>le|be))?\\s*@(?<offset>[0-9]{1,8})");

    /**
     * Parses a field as written in a mapping: {@code temp: int16 le @8}, {@code name: text 12 @10}.
     *
     * @throws IllegalArgumentException if the syntax is wrong; the message is a predicate about the setting
     */
    public static BinaryField parse(String text) {
        var matcher = SYNTAX.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException("has \"" + text.strip()
                    + "\", which is not a field; write it like temp: int16 le @8, or name: text 12 @10");
        }
        return new BinaryField(
                matcher.group("name"), Integer.parseInt(matcher.group("offset")), type(matcher, text.strip()));
    }

    private static BinaryType type(Matcher field, String text) {
        try {
            return BinaryType.of(
                    field.group("type") + field.group("bits"),
                    field.group("size") == null ? -1 : Integer.parseInt(field.group("size")),
                    "le".equals(field.group("order")));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("has \"" + text + "\", which " + e.getMessage(), e);
        }
    }

    /** Returns the offset after the field's last byte, or its own offset if it takes the rest of the record. */
    int end() {
        return offset + Math.max(0, type.bytes());
    }

    /**
     * Reads the field's value from a record that extends at least to {@link #end}.
     *
     * @param from index of the record's first byte
     * @param to index after the record's last byte
     */
    Object read(byte[] payload, int from, int to) throws DecodeException {
        int start = from + offset;
        return type.read(payload, start, type.bytes() < 0 ? to : start + type.bytes());
    }

    /**
     * Type of a field in a binary record.
     *
     * @param bytes size in bytes; -1 for the rest of the record
     * @param isLittleEndian whether the least significant byte comes first
     */
    public record BinaryType(Kind kind, int bytes, boolean isLittleEndian) {

        private static final int REST = -1;
        private static final Map<String, BinaryType> FIXED = Stream.of(
                        Stream.of(8, 16, 24, 32, 48, 64)
                                .flatMap(bits -> Stream.of(
                                        Map.entry("int" + bits, new BinaryType(Kind.INT, bits / Byte.SIZE, false)),
                                        Map.entry("uint" + bits, new BinaryType(Kind.UINT, bits / Byte.SIZE, false)))),
                        Stream.of(
                                Map.entry("float32", new BinaryType(Kind.FLOAT, Float.BYTES, false)),
                                Map.entry("float64", new BinaryType(Kind.FLOAT, Double.BYTES, false)),
                                Map.entry("bool", new BinaryType(Kind.BOOL, 1, false))))
                .flatMap(entries -> entries)
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));

        enum Kind {
            INT,
            UINT,
            FLOAT,
            BOOL,
            TEXT,
            BYTES
        }

        /**
         * Returns the type for a keyword.
         *
         * @param size number of bytes of {@code text} or {@code bytes}, -1 if not given
         * @throws IllegalArgumentException if there is no such type; the message is a predicate about the field
         */
        static BinaryType of(String word, int size, boolean isLittleEndian) {
            var fixed = FIXED.get(word);
            if (fixed != null) {
                if (size >= 0) {
                    throw new IllegalArgumentException("says how many bytes: only text and bytes do");
                }
                return new BinaryType(fixed.kind, fixed.bytes, isLittleEndian);
            }
            if (!List.of("text", "bytes").contains(word)) {
                throw new IllegalArgumentException(
                        "has an unknown type; the types are int8 to int64, uint8 to uint64 (8, 16, 24,"
                                + " 32, 48 or 64 bits), float32, float64, bool, text, bytes");
            }
            if (size == 0) {
                throw new IllegalArgumentException("has no bytes");
            }
            return new BinaryType(word.equals("text") ? Kind.TEXT : Kind.BYTES, size < 0 ? REST : size, false);
        }

        /**
         * Reads a value.
         *
         * @param from index of the first byte
         * @param to index after the last byte
         */
        Object read(byte[] payload, int from, int to) throws DecodeException {
            return switch (kind) {
                case INT -> bits(payload, from) << (Long.SIZE - bytes * Byte.SIZE) >> (Long.SIZE - bytes * Byte.SIZE);
                case UINT -> BinaryInput.unsigned(bits(payload, from));
                case FLOAT -> floating(bits(payload, from));
                case BOOL -> payload[from] != 0;
                case TEXT -> text(payload, from, to);
                case BYTES -> Arrays.copyOfRange(payload, from, to);
            };
        }

        private long bits(byte[] payload, int from) {
            long bits = 0;
            for (int i = 0; i < bytes; i++) {
                int at = isLittleEndian ? from + bytes - 1 - i : from + i;
                bits = (bits << Byte.SIZE) | (payload[at] & 0xFF);
            }
            return bits;
        }

        private Object floating(long bits) {
            return bytes == Float.BYTES ? (Object) Float.intBitsToFloat((int) bits) : Double.longBitsToDouble(bits);
        }

        /** Returns the text without its padding zeros. */
        private static String text(byte[] payload, int from, int to) throws DecodeException {
            int end = to;
            while (end > from && payload[end - 1] == 0) {
                end--;
            }
            Utf8.require(payload, from, end);
            return new String(payload, from, end - from, StandardCharsets.UTF_8);
        }
    }
}
