package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.route.PayloadSettings;
import io.github.hivemqtdengine.route.PayloadSettings.Encoding;
import io.github.hivemqtdengine.route.PayloadSettings.Format;
import java.util.Optional;

/** Reads {@code <payload>}. */
final class PayloadReader {

    private static final Choice<Encoding> ENCODINGS = Choice.of(Encoding.class);

    private PayloadReader() {}

    /** @param format what its format attribute says, if that is right */
    static PayloadSettings read(Section payload, Optional<Format> format) {
        var encoding = payload.attribute("encoding");
        var rows = payload.attribute("rows");
        format.ifPresent(known -> (known == Format.RAW ? rows : encoding)
                .reject("is not for format=\"" + Choice.word(known) + "\"; leave the attribute out"));
        return new PayloadSettings(
                format.orElse(Format.RAW),
                encoding.or(ENCODINGS, Encoding.AUTO),
                rows.read(PayloadReader::pointer).orElse(null));
    }

    private static String pointer(String text) {
        if (!FieldPath.isPointer(text)) {
            throw new IllegalArgumentException(
                    "is not a JSON Pointer; write it like /readings, or leave it empty for an array at the top");
        }
        return text;
    }
}
