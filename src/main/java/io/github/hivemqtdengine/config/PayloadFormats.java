package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.decode.JsonFormat;
import io.github.hivemqtdengine.decode.RawEncoding;
import io.github.hivemqtdengine.decode.RawFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** The formats that a payload may have. A new one is a line here, beside its class. */
final class PayloadFormats {

    static final String ENCODING = "encoding";
    static final Choice<RawEncoding> ENCODINGS = Choice.of(RawEncoding.class);

    /** Where the records of payloads with fields are. */
    private static final Set<String> SHAPE = Set.of("rows", "rows-from", "pivot", "pivot-name", "pivot-value");

    private static final List<FormatReader> ALL = List.of(
            new FormatReader(
                    "raw",
                    Set.of(ENCODING),
                    (payload, schemas) ->
                            new RawFormat(payload.attribute(ENCODING).or(ENCODINGS, RawEncoding.AUTO))),
            new FormatReader("json", SHAPE, (payload, schemas) -> new JsonFormat()));

    /** Understands the attribute {@code format}. */
    static final Choice<FormatReader> WORDS = Choice.among(FormatReader::word, ALL);

    private PayloadFormats() {}

    /** What {@code <payload>} may say for some format, but not for this one. */
    static Stream<String> attributesOfOthers(FormatReader format) {
        return attributes().filter(name -> !format.attributes().contains(name));
    }

    /** All that {@code <payload>} may say for one format or another. */
    static Stream<String> attributes() {
        return ALL.stream()
                .flatMap(format -> format.attributes().stream())
                .distinct()
                .sorted();
    }
}
