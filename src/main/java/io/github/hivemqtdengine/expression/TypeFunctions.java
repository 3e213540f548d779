// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.expression.FunctionType.Arguments;
import io.github.hivemqtdengine.expression.FunctionType.StrictCall;
import io.github.hivemqtdengine.message.TextBytes;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Functions for values whose type varies, and for JSON in text. */
final class TypeFunctions {

    private TypeFunctions() {}

    static List<FunctionType> all() {
        return List.of(
                new FunctionType("is-number", 1, 1, arguments -> test(arguments, TypeFunctions::isNumber)),
                new FunctionType("is-text", 1, 1, arguments -> test(arguments, String.class::isInstance)),
                new FunctionType("is-bool", 1, 1, arguments -> test(arguments, Boolean.class::isInstance)),
                new FunctionType("try", 2, 2, TypeFunctions::attempt),
                new FunctionType("json", 2, 2, TypeFunctions::json));
    }

    private static ValueSource test(Arguments arguments, Predicate<@Nullable Object> type) {
        var source = arguments.source(0);
        return (message, fields) -> type.test(source.value(message, fields));
    }

    /** Returns whether a value is a number that can be stored: neither text, nor NaN or an infinity. */
    private static boolean isNumber(@Nullable Object value) {
        return value instanceof Number number
                && (!(value instanceof Double || value instanceof Float) || Double.isFinite(number.doubleValue()));
    }

    /** Returns the second value if the first one is missing, null, or can't be computed. */
    private static ValueSource attempt(Arguments arguments) {
        var source = arguments.source(0);
        var otherwise = arguments.source(1);
        return (message, fields) -> {
            try {
                var value = source.value(message, fields);
                if (Comparisons.isPresent(value)) {
                    return value;
                }
            } catch (ConversionException e) {
                // replaced below
            }
            return otherwise.value(message, fields);
        };
    }

    /** Returns the value at a JSON Pointer in JSON text, with the limits of a payload. */
    private static ValueSource json(Arguments arguments) {
        var pointer = arguments.text(1);
        if (!FieldPath.isPointer(pointer)) {
            throw new IllegalArgumentException("needs a JSON Pointer like '/t' as its argument number 2");
        }
        var decoder = new JsonFormat().decoder(List.of(new FieldPath(Scope.MESSAGE, pointer)), RecordShape.ONE_RECORD);
        return StrictCall.ofFirst(arguments, values -> at(decoder, values[0]));
    }

    private static @Nullable Object at(Decoder pointer, Object value) throws ConversionException {
        var text = ValueText.of(value);
        try {
            if (!TextBytes.isUnstorable(text)) { // UTF-8 would replace unpaired surrogates
                var payload = Payload.of(text.getBytes(StandardCharsets.UTF_8));
                return pointer.decode(payload, BrokenRecords.REFUSED).get(0)[0];
            }
        } catch (DecodeException e) {
            // reported below: its position is not one of the payload
        }
        throw ConversionException.of(value, "is not JSON text");
    }
}
