package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.JsonShape;
import io.github.hivemqtdengine.decode.JsonShape.Pivot;
import io.github.hivemqtdengine.decode.JsonShape.RowsFrom;
import io.github.hivemqtdengine.route.PayloadSettings;
import io.github.hivemqtdengine.route.PayloadSettings.Encoding;
import io.github.hivemqtdengine.route.PayloadSettings.Format;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads {@code <payload>}. */
final class PayloadReader {

    private static final Choice<Encoding> ENCODINGS = Choice.of(Encoding.class);
    private static final Choice<RowsFrom> ROWS_FROM = Choice.of(RowsFrom.class);

    private PayloadReader() {}

    /** @param format what its format attribute says, if that is right */
    static PayloadSettings read(Section payload, Optional<Format> format) {
        var encoding = payload.attribute("encoding");
        var json = List.of(
                payload.attribute("rows"),
                payload.attribute("rows-from"),
                payload.attribute("pivot"),
                payload.attribute("pivot-name"),
                payload.attribute("pivot-value"));
        format.ifPresent(known -> (known == Format.RAW ? json : List.of(encoding))
                .forEach(other ->
                        other.reject("is not for format=\"" + Choice.word(known) + "\"; leave the attribute out")));
        var shape = shape(payload);
        boolean isRaw = format.equals(Optional.of(Format.RAW)); // which may inherit a shape, and has none
        return new PayloadSettings(
                format.orElse(Format.RAW), encoding.or(ENCODINGS, Encoding.AUTO), isRaw ? JsonShape.ONE_RECORD : shape);
    }

    private static JsonShape shape(Section payload) {
        var rows = payload.attribute("rows");
        var rowsFrom = payload.attribute("rows-from");
        if (!rows.isPresent()) {
            rowsFrom.reject("has a meaning beside rows only");
        }
        return new JsonShape(
                rows.read(PayloadReader::pointer).orElse(null), rowsFrom.or(ROWS_FROM, RowsFrom.ARRAY), pivot(payload));
    }

    private static @Nullable Pivot pivot(Section payload) {
        var pivot = payload.attribute("pivot");
        var name = payload.attribute("pivot-name");
        var value = payload.attribute("pivot-value");
        if (!pivot.isPresent()) {
            name.reject("has a meaning beside pivot only");
            value.reject("has a meaning beside pivot only");
        }
        var list = pivot.read(PayloadReader::pointer).orElse(null);
        return list == null ? null : new Pivot(list, name.or(Names::any, "name"), value.or(Names::any, "value"));
    }

    private static String pointer(String text) {
        if (!FieldPath.isPointer(text)) {
            throw new IllegalArgumentException(
                    "is not a JSON Pointer; write it like /readings, or leave it empty for an array at the top");
        }
        return text;
    }
}
