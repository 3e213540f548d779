package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Pattern;

/** Conversions to the types of text and bytes. */
final class TextConversions {

    private TextConversions() {}

    /** Conversion of any value to the text of a VARCHAR or NCHAR column. */
    record ToText(ColumnType type) implements Conversion {

        private static final int MAX_UTF8_PER_CHAR = 3;

        @Override
        public Object convert(Object value) throws ConversionException {
            var text = ValueText.of(value);
            if (ValueText.isUnstorable(text)) {
                throw ConversionException.of(
                        value, "has U+0000 or half a surrogate pair, which not every database can store");
            }
            if (text.length() * (long) MAX_UTF8_PER_CHAR > type.length() && length(text) > type.length()) {
                throw ConversionException.tooLong(value, "has a length of " + length(text) + ", too much for " + type);
            }
            return text;
        }

        /** Truncates to whole characters. */
        @Override
        public Object truncate(Object value) throws ConversionException {
            var text = ValueText.of(value);
            return convert(
                    type.kind() == Kind.NCHAR
                            ? text.substring(0, text.offsetByCodePoints(0, Math.min(type.length(), length(text))))
                            : ValueText.cut(text, type.length()));
        }

        private int length(String text) {
            return type.kind() == Kind.NCHAR ? text.codePointCount(0, text.length()) : ValueText.utf8Length(text);
        }
    }

    /**
     * Conversion to VARBINARY or BLOB of bytes, of an object or array as encoded in the payload, or of padded base64 text.
     *
     * @param length the maximum number of bytes
     */
    record ToBinary(ColumnType type, int length) implements Conversion {

        @Override
        public Object truncate(Object value) throws ConversionException {
            return Arrays.copyOf(bytes(value), length);
        }

        @Override
        public Object convert(Object value) throws ConversionException {
            var bytes = bytes(value);
            if (bytes.length > length) {
                throw ConversionException.tooLong(value, "has " + bytes.length + " bytes, too many for " + type);
            }
            return bytes;
        }

        private static byte[] bytes(Object value) throws ConversionException {
            if (value instanceof Structure structure) {
                return structure.bytes();
            }
            return value instanceof byte[] raw ? raw : decoded(value);
        }

        private static byte[] decoded(Object value) throws ConversionException {
            if (value instanceof String text) {
                try {
                    return Base64.getDecoder().decode(text);
                } catch (IllegalArgumentException e) {
                    // reported below, without the decoder's message
                }
            }
            throw ConversionException.of(value, "is not base64");
        }
    }

    /** Conversion to GEOMETRY of well-known text. Only the syntax is checked; the database validates the shape. */
    record ToGeometry() implements Conversion {

        private static final int MAX_CHARACTERS = 65_517;
        private static final Pattern SYNTAX = Pattern.compile(
                "(?:MULTI)?(?:POINT|LINESTRING|POLYGON|GEOMETRYCOLLECTION)(?: Z| M| ZM)? ?"
                        + "(?:EMPTY|\\([A-Z0-9 (),.+-]++(?<=\\)))",
                Pattern.CASE_INSENSITIVE);

        @Override
        public Object convert(Object value) throws ConversionException {
            if (value instanceof String text
                    && text.length() <= MAX_CHARACTERS
                    && SYNTAX.matcher(text).matches()) {
                return text;
            }
            throw ConversionException.of(value, "is not well-known text like POINT(1.5 2)");
        }
    }

    /** Conversion to JSON of an object, or of text that is a JSON object. */
    record ToJson() implements Conversion {

        @Override
        public Object convert(Object value) throws ConversionException {
            var text = ValueText.of(value);
            if (ValueText.isUnstorable(text) || !JsonFormat.isObject(text)) {
                throw ConversionException.of(value, "is not a JSON object");
            }
            return text;
        }
    }
}
