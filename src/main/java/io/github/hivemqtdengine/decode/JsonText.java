package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/** Checks JSON text. */
public final class JsonText {

    private JsonText() {}

    /** Whether a text is one JSON object and nothing else. */
    public static boolean isObject(String text) {
        try (var parser = JsonInput.open(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                return false;
            }
            parser.skipChildren();
            return parser.nextToken() == null;
        } catch (IOException e) {
            return false;
        }
    }
}
