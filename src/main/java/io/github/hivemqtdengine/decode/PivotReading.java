package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.github.hivemqtdengine.decode.JsonShape.Pivot;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** One pass over a list of names and values, which is read as if it were an object. */
final class PivotReading {

    private final JsonReading reading;
    private final JsonParser parser;
    private final Pivot pivot;

    /** @param parser at the beginning of the list */
    PivotReading(JsonReading reading, JsonParser parser, Pivot pivot) {
        this.reading = reading;
        this.parser = parser;
        this.pivot = pivot;
    }

    /** Reads the list; what is no object in it is skipped. */
    void read(FieldNode node, @Nullable Object[] record) throws IOException, DecodeException {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
            if (parser.currentToken() == JsonToken.START_OBJECT) {
                element(node, record);
            } else {
                parser.skipChildren();
            }
        }
    }

    /** A value that stands in front of its name is read again when that is known. */
    private void element(FieldNode node, @Nullable Object[] record) throws IOException, DecodeException {
        @Nullable String name = null;
        int early = -1;
        int earlyEnd = -1;
        for (var field = parser.nextFieldName(); field != null; field = parser.nextFieldName()) {
            parser.nextToken();
            if (field.equals(pivot.name()) && isName(parser.currentToken())) {
                name = parser.getText();
            } else if (field.equals(pivot.value()) && name == null) {
                early = reading.index(parser.currentTokenLocation());
                parser.skipChildren();
                parser.finishToken();
                earlyEnd = reading.index(parser.currentLocation());
            } else if (field.equals(pivot.value()) && name != null) {
                early = -1;
                reading.field(name, node, record);
            } else {
                parser.skipChildren();
            }
        }
        if (name != null && early >= 0 && reading.isWanted(name, node)) {
            reading.readAgain(name, node, early, earlyEnd, record);
        }
    }

    private static boolean isName(JsonToken token) {
        return token.isScalarValue() && token != JsonToken.VALUE_NULL;
    }
}
