// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.namespace;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.StrictText;
import io.github.hivemqtdengine.decode.document.Document.Kept;
import io.github.hivemqtdengine.message.TextBytes;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/**
 * Value and its kind.
 *
 * @param value {@link Number}, {@link Boolean} or {@link String}
 */
record Content(String kind, Object value) {

    private static final long EXACT = 1L << 53;

    /** Returns the content of a scalar that is not null, whose JSON replaces a text that no database can store. */
    static Content of(Object scalar, Kept json) throws DecodeException {
        if (scalar instanceof Boolean) {
            return new Content("boolean", scalar);
        }
        if (scalar instanceof Number number) {
            return isDouble(number) ? new Content("number", number) : new Content("text", number.toString());
        }
        return scalar instanceof String text && !TextBytes.isUnstorable(text) ? new Content("text", text) : json(json);
    }

    static Content json(Kept value) throws DecodeException {
        return new Content("json", value.structure().text());
    }

    /** Returns the content of a payload that is not JSON. */
    static Content ofBytes(byte[] payload) {
        try {
            var text = StrictText.of(payload, StandardCharsets.UTF_8);
            if (StrictText.isPrintable(text)) {
                return new Content("text", text);
            }
        } catch (DecodeException e) {
            // no text
        }
        return new Content("base64", Base64.getEncoder().encodeToString(payload));
    }

    private static boolean isDouble(Number number) {
        if (number instanceof Long whole && whole <= EXACT && whole >= -EXACT) {
            return true;
        }
        double nearest = number.doubleValue();
        boolean isWhole = number instanceof Long || number instanceof BigInteger;
        return Double.isFinite(nearest)
                && (!isWhole || new BigDecimal(nearest).compareTo(new BigDecimal(number.toString())) == 0);
    }
}
