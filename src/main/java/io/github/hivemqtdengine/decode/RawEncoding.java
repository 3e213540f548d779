package io.github.hivemqtdengine.decode;

import java.nio.charset.Charset;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/** How the bytes of a raw payload become text. */
public enum RawEncoding {
    /** Text of the payload's charset; anything else is a decoding error. */
    TEXT {
        @Override
        Encoded encode(byte[] payload, Charset charset, boolean isTextWanted) throws DecodeException {
            return new Encoded(this, StrictText.of(payload, charset));
        }

        /** In front of a character of UTF-8. */
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

        /** Where no padding is needed. */
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
    /** {@link #TEXT} where the bytes are text without control characters but white space, else {@link #BASE64}. */
    AUTO {
        @Override
        Encoded encode(byte[] payload, Charset charset, boolean isTextWanted) throws DecodeException {
            try {
                var encoded = TEXT.encode(payload, charset, isTextWanted);
                return isPrintable(encoded.text()) ? encoded : BASE64.encode(payload, charset, isTextWanted);
            } catch (DecodeException e) {
                return BASE64.encode(payload, charset, isTextWanted);
            }
        }
    };

    private static final int BYTES_PER_GROUP = 3;

    private final String label = name().toLowerCase(Locale.ROOT);

    /**
     * A payload as text.
     *
     * @param encoding how it became text, never {@link #AUTO}
     * @param text the text
     */
    record Encoded(RawEncoding encoding, String text) {}

    /**
     * Makes text of a payload.
     *
     * @param isTextWanted whether somebody asks for the text; otherwise it may be left empty
     * @throws DecodeException if the payload can't become text like this
     */
    abstract Encoded encode(byte[] payload, Charset charset, boolean isTextWanted) throws DecodeException;

    /**
     * Where a chunk may end, so that the texts of all chunks are the text of the payload.
     *
     * @param most where it must end at last
     * @param least where it begins
     */
    int cut(byte[] payload, int most, int least) {
        return most;
    }

    /** The encoding as a row names it: {@code base64}. */
    String label() {
        return label;
    }

    private static boolean isPrintable(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (Character.isISOControl(c) && c != '\t' && c != '\n' && c != '\r') {
                return false;
            }
        }
        return true;
    }
}
