package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.JsonShape;
import io.github.hivemqtdengine.decode.RawEncoding;

/**
 * How payloads are read.
 *
 * @param format what they are
 * @param encoding how raw payloads become text; unused for other formats
 * @param shape where the records of JSON are; unused for other formats
 */
public record PayloadSettings(Format format, Encoding encoding, JsonShape shape) {

    /** What a payload is. */
    public enum Format {
        RAW,
        JSON
    }

    /** How a raw payload becomes text. */
    public enum Encoding {
        /** UTF-8; anything else is a decoding error. */
        TEXT(RawEncoding.TEXT),
        /** Base64 with padding (RFC 4648). */
        BASE64(RawEncoding.BASE64),
        /** Lower-case hexadecimal digits. */
        HEX(RawEncoding.HEX),
        /** {@link #TEXT} where the bytes are UTF-8 without control characters but white space, else {@link #BASE64}. */
        AUTO(RawEncoding.AUTO);

        private final RawEncoding decoding;

        Encoding(RawEncoding decoding) {
            this.decoding = decoding;
        }

        RawEncoding decoding() {
            return decoding;
        }
    }
}
