// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.raw;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.StrictText;
import java.nio.charset.Charset;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/** Encodings of raw payloads as text. */
public enum RawEncoding {
    /** Text in the payload's charset; any other content is a decoding error. */
    TEXT {
        @Override
        Encoded encode(byte[] payload, Charset charset, boolean isTextWanted) throws DecodeException {
            return new Encoded(this, StrictText.of(payload, charset));
        }

        /** Cuts before the first byte of a UTF-8 character. */
        @Override
        int cut(byte[] payload, int most, int least) {
            int end = most;
            while (end > least + 1 && (payload[end] & 0xC0) == 0x80) {
                end--;
            }
            return end;
        }
    },
    /** Base64 with padding (RFC 4648). */
    BASE64 {
        @Override
        Encoded encode(byte[] payload, Charset charset, boolean isTextWanted) {
            return new Encoded(this, isTextWanted ? Base64.getEncoder().encodeToString(payload) : "");
        }

        /** Cuts where the encoding needs no padding. */
        @Override
        int cut(byte[] payload, int most, int least) {
            return most - (most - least) % BYTES_PER_GROUP;
        }
    },
    /** Lower-case hexadecimal digits. */
    HEX {
        @Override
        Encoded encode(byte[] payload, Charset charset, boolean isTextWanted) {
            return new Encoded(this, isTextWanted ? HexFormat.of().formatHex(payload) : "");
        }
    },
    /** {@link #TEXT} if the only control characters are tab, CR and LF, otherwise or on error {@link #BASE64}. */
    AUTO {
        @Override
        Encoded encode(byte[] payload, Charset charset, boolean isTextWanted) throws DecodeException {
            try {
                var encoded = TEXT.encode(payload, charset, isTextWanted);
                return StrictText.isPrintable(encoded.text()) ? encoded : BASE64.encode(payload, charset, isTextWanted);
            } catch (DecodeException e) {
                return BASE64.encode(payload, charset, isTextWanted);
            }
        }
    };

    private static final int BYTES_PER_GROUP = 3;

    private final String label = name().toLowerCase(Locale.ROOT);

    /**
     * Payload as text.
     *
     * @param encoding encoding that was used, never {@link #AUTO}
     */
    record Encoded(RawEncoding encoding, String text) {}

    /**
     * Encodes a payload as text.
     *
     * @param isTextWanted whether the text is needed; if not, it may be left empty
     * @throws DecodeException if the payload can't be encoded like this
     */
    abstract Encoded encode(byte[] payload, Charset charset, boolean isTextWanted) throws DecodeException;

    /**
     * Returns the end of a chunk, chosen so that the text of the payload is the concatenated text of its chunks.
     *
     * @param most greatest possible end of the chunk
     * @param least start of the chunk
     */
    int cut(byte[] payload, int most, int least) {
        return most;
    }

    /** Returns the encoding as stored in a row, for example {@code base64}. */
    String label() {
        return label;
    }
}
