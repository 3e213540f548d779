package io.github.hivemqtdengine.decode;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Locale;

/** How the bytes of a raw payload become text. */
public enum RawEncoding {
    /** UTF-8; anything else is a decoding error. */
    TEXT {
        @Override
        Encoded encode(byte[] payload) throws DecodeException {
            return new Encoded(this, Utf8.text(payload));
        }
    },
    /** Base64 with padding (RFC 4648). */
    BASE64 {
        @Override
        Encoded encode(byte[] payload) {
            return new Encoded(this, Base64.getEncoder().encodeToString(payload));
        }
    },
    /** Lower-case hexadecimal digits. */
    HEX {
        @Override
        Encoded encode(byte[] payload) {
            return new Encoded(this, HexFormat.of().formatHex(payload));
        }
    },
    /** {@link #TEXT} where the bytes are UTF-8 without control characters but white space, else {@link #BASE64}. */
    AUTO {
        @Override
        Encoded encode(byte[] payload) throws DecodeException {
            if (Utf8.firstInvalid(payload) < 0) {
                var text = new String(payload, StandardCharsets.UTF_8);
                if (isPrintable(text)) {
                    return new Encoded(TEXT, text);
                }
            }
            return BASE64.encode(payload);
        }
    };

    private final String label = name().toLowerCase(Locale.ROOT);

    /**
     * A payload as text.
     *
     * @param encoding how it became text, never {@link #AUTO}
     * @param text the text
     */
    record Encoded(RawEncoding encoding, String text) {}

    abstract Encoded encode(byte[] payload) throws DecodeException;

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
