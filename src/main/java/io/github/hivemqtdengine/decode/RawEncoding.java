package io.github.hivemqtdengine.decode;

import java.util.Base64;
import java.util.HexFormat;

/** How the bytes of a raw payload become text. */
public enum RawEncoding {
    /** UTF-8; anything else is a decoding error. */
    TEXT {
        @Override
        String text(byte[] payload) throws DecodeException {
            return Utf8.text(payload);
        }
    },
    /** Base64 with padding (RFC 4648). */
    BASE64 {
        @Override
        String text(byte[] payload) {
            return Base64.getEncoder().encodeToString(payload);
        }
    },
    /** Lower-case hexadecimal digits. */
    HEX {
        @Override
        String text(byte[] payload) {
            return HexFormat.of().formatHex(payload);
        }
    },
    /** {@link #TEXT} where the bytes are UTF-8 without control characters but white space, else {@link #BASE64}. */
    AUTO {
        @Override
        String text(byte[] payload) throws DecodeException {
            return chosenFor(payload).text(payload);
        }

        @Override
        RawEncoding chosenFor(byte[] payload) throws DecodeException {
            return Utf8.firstInvalid(payload) < 0 && isPrintable(Utf8.text(payload)) ? TEXT : BASE64;
        }
    };

    abstract String text(byte[] payload) throws DecodeException;

    /** The encoding that a payload gets: this one, unless it depends on the payload. */
    RawEncoding chosenFor(byte[] payload) throws DecodeException {
        return this;
    }

    private static boolean isPrintable(String text) {
        return text.chars().allMatch(c -> !Character.isISOControl(c) || c == '\t' || c == '\n' || c == '\r');
    }
}
