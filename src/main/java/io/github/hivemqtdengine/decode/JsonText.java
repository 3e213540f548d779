package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.Document.Kind;
import java.nio.charset.StandardCharsets;

/** Validation of JSON text. */
public final class JsonText {

    private JsonText() {}

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
