package io.github.hivemqtdengine.decode.layout;

import io.github.hivemqtdengine.decode.DecodeException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

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
                    + "\", which is no field; write it like temp: int16 le @8, or name: text 12 @10");
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
}
