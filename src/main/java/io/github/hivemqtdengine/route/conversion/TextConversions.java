// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.decode.json.JsonTree;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.message.TextBytes;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Map;
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
            if (TextBytes.isUnstorable(text)) {
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
            return type.kind() == Kind.NCHAR ? text.codePointCount(0, text.length()) : (int) TextBytes.utf8(text);
        }
    }

    /**
     * Conversion to VARBINARY or BLOB of bytes, of an object or array as encoded in the payload, or of padded base64 text
     * that is not hexadecimal, too.
     *
     * @param length the maximum number of bytes
     */
    record ToBinary(ColumnType type, int length) implements Conversion {

        private static final Pattern HEXADECIMAL = Pattern.compile("(?:0[xX])?(?:[0-9A-Fa-f]{2})++");

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

        /** Decodes base64 as RFC 4648 encodes it; anything else could be another encoding. */
        private static byte[] decoded(Object value) throws ConversionException {
            var text = value instanceof String it ? it : "?";
            boolean isHexadecimal = HEXADECIMAL.matcher(text).matches();
            try {
                var bytes = Base64.getDecoder().decode(text);
                if (!isHexadecimal && Base64.getEncoder().encodeToString(bytes).equals(text)) {
                    return bytes;
                }
            } catch (IllegalArgumentException e) {
                // reported below, without the decoder's message
            }
            var rule = isHexadecimal ? "may be hexadecimal or base64" : "is not base64 with padding";
            throw ConversionException.of(value, rule + "; write hex(...) or base64(...) in the value");
        }
    }

    /** Conversion to GEOMETRY of well-known text. */
    record ToGeometry(ColumnType type) implements Conversion {

        private static final int MAX_CHARACTERS = 65_517;

        @Override
        public Object convert(Object value) throws ConversionException {
            var text = value instanceof String it && it.length() <= MAX_CHARACTERS ? it : "";
            int size = WellKnownText.size(text);
            if (size == 0) {
                throw ConversionException.of(value, "is not well-known text like POINT(1.5 2)");
            }
            if (size > type.length()) {
                throw ConversionException.tooLong(value, "takes " + size + " bytes, too many for " + type);
            }
            return text;
        }
    }

    /** Conversion to JSON of an object, or of text that is a JSON object, if TDengine takes it for a tag. */
    record ToJson() implements Conversion {

        private static final int MAX_BYTES = 4_095;
        private static final String BYTE_ORDER_MARK = "\uFEFF";
        private static final Pattern NAME = Pattern.compile("[ -~]{0,256}+");

        @Override
        public Object convert(Object value) throws ConversionException {
            var text = ValueText.of(value);
            if (TextBytes.utf8(text) > MAX_BYTES) {
                throw ConversionException.tooLong(value, "has more than the " + MAX_BYTES + " bytes of a JSON tag");
            }
            if (!object(value, text).entrySet().stream().allMatch(ToJson::isStorable)) {
                throw ConversionException.of(
                        value,
                        "is no JSON tag: its names have up to 256 ASCII characters,"
                                + " its values are text, numbers of DOUBLE, true, false or null");
            }
            return text;
        }

        private static Map<?, ?> object(Object value, String text) throws ConversionException {
            try {
                if (!TextBytes.isUnstorable(text)
                        && !text.startsWith(BYTE_ORDER_MARK)
                        && JsonTree.read(text.getBytes(StandardCharsets.UTF_8)) instanceof Map<?, ?> object) {
                    return object;
                }
            } catch (DecodeException e) {
                // reported below
            }
            throw ConversionException.of(value, "is not a JSON object");
        }

        private static boolean isStorable(Map.Entry<?, ?> field) {
            var value = field.getValue();
            return NAME.matcher((String) field.getKey()).matches()
                    && !(value instanceof Map || value instanceof List)
                    && !(value instanceof Number number && Double.isInfinite(number.doubleValue()));
        }
    }
}
