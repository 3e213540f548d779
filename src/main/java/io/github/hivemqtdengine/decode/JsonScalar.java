package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.core.JsonParser;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** A text, a number, true, false or null of JSON as a value of a {@link Decoder}; numbers keep every digit. */
final class JsonScalar {

    private JsonScalar() {}

    /**
     * The value that the parser is at.
     *
     * @throws NumberFormatException if a number has an exponent of too many digits
     */
    static @Nullable Object read(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_STRING -> parser.getText();
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT -> integer(parser);
            case VALUE_NUMBER_FLOAT -> parser.getDecimalValue();
            default -> null;
        };
    }

    private static Object integer(JsonParser parser) throws IOException {
        if (parser.getNumberType() == JsonParser.NumberType.BIG_INTEGER) {
            return parser.getBigIntegerValue();
        }
        return parser.getLongValue();
    }
}
