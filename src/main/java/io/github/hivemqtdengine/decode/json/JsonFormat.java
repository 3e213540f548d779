package io.github.hivemqtdengine.decode.json;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Magic;
import io.github.hivemqtdengine.decode.Utf8;
import io.github.hivemqtdengine.decode.document.Document;
import io.github.hivemqtdengine.decode.document.Document.Kind;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import java.nio.charset.StandardCharsets;

/**
 * JSON (RFC 8259) in UTF-8, one value per payload. The last of several fields with the same name counts. A leading byte
 * order mark is skipped.
 */
public record JsonFormat() implements DocumentFormat {

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    @Override
    public Document open(byte[] payload) throws DecodeException {
        Utf8.require(payload);
        return new JsonDocument(payload, startOf(payload), payload.length);
    }

    /** Returns the index of the first byte after an optional byte order mark. */
    static int startOf(byte[] payload) {
        return Magic.isAt(payload, 0, BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
    }

    /** Returns whether a string is one JSON object and nothing else. */
    public static boolean isObject(String text) {
        try {
            var utf8 = text.getBytes(StandardCharsets.UTF_8);
            var document = new JsonDocument(utf8, 0, utf8.length); // rejects a byte order mark
            boolean isObject = document.kind() == Kind.OBJECT;
            document.skip();
            document.end();
            return isObject;
        } catch (DecodeException e) {
            return false;
        }
    }
}
