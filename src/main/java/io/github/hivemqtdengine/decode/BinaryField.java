package io.github.hivemqtdengine.decode;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A field at a fixed place of a record.
 *
 * @param offset its first byte in the record, from 0
 * @param type how its bytes are read
 */
public record BinaryField(String name, int offset, BinaryType type) {

    private static final Pattern SYNTAX = Pattern.compile(
            "(?<name>[A-Za-z_][A-Za-z0-9_-]*)\\s*:\\s*(?<type>[a-z]+)(?<bits>[0-9]*)(?:\\s+(?<size>[0-9]{1,7}))?"
                    + "(?:\\s+(?<order>le|be))?\\s*@(?<offset>[0-9]{1,8})");

    /**
     * A field as a mapping writes it: {@code temp: int16 le @8}, {@code name: text 12 @10}.
     *
     * @throws IllegalArgumentException with a rule that completes a sentence about it, if it is not written like that
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

    /** Behind the field's last byte; its first byte, if it reaches to the end of the payload. */
    int end() {
        return offset + Math.max(0, type.bytes());
    }

    /**
     * Its value in a record that reaches to its end.
     *
     * @param from the record's first byte
     * @param to behind the record's last one
     */
    Object read(byte[] payload, int from, int to) throws DecodeException {
        int start = from + offset;
        return type.read(payload, start, type.bytes() < 0 ? to : start + type.bytes());
    }
}
