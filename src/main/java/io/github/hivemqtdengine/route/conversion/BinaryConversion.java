package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.expression.Refusal;
import java.util.Arrays;
import java.util.Base64;

/**
 * Conversion to VARBINARY of bytes, of an object or array as encoded in the payload, or of padded base64 text.
 *
 * @param length the maximum number of bytes
 */
record BinaryConversion(int length) implements Conversion {

    @Override
    public Object truncate(Object value) throws Refusal {
        return Arrays.copyOf(bytes(value), length);
    }

    @Override
    public Object convert(Object value) throws Refusal {
        var bytes = bytes(value);
        if (bytes.length > length) {
            throw Refusal.tooLong(value, "has " + bytes.length + " bytes, too many for VARBINARY(" + length + ")");
        }
        return bytes;
    }

    private static byte[] bytes(Object value) throws Refusal {
        if (value instanceof Structure structure) {
            return structure.bytes();
        }
        return value instanceof byte[] raw ? raw : decoded(value);
    }

    private static byte[] decoded(Object value) throws Refusal {
        if (value instanceof String text) {
            try {
                return Base64.getDecoder().decode(text);
            } catch (IllegalArgumentException e) {
                // reported below, without the decoder's message
            }
        }
        throw Refusal.of(value, "is no base64");
    }
}
