package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.decode.raw.RawEncoding;
import io.github.hivemqtdengine.decode.raw.RawFormat;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads {@code <payload format="raw">}. */
final class RawReader {

    private static final String ENCODING = "encoding";
    private static final String CHUNK_BYTES = "chunk-bytes";

    static final Set<String> ATTRIBUTES = Set.of(ENCODING, Charsets.ATTRIBUTE, CHUNK_BYTES);

    private static final Choice<RawEncoding> ENCODINGS = Choice.of(RawEncoding.class);
    private static final Function<String, Long> CHUNKS = Quantities.size("1 KiB", "60 KiB");

    private RawReader() {}

    /** Reports problems that are independent of the format. */
    static void check(Section payload) {
        payload.attribute(ENCODING).check(ENCODINGS);
    }

    static Optional<RawFormat> read(Section payload, SchemaFiles schemas) {
        var charset = Charsets.read(payload);
        var chunk = payload.attribute(CHUNK_BYTES);
        if (!charset.equals(StandardCharsets.UTF_8)) {
            chunk.reject("can't divide text in " + charset + ": leave one of chunk-bytes and charset out");
        }
        return Optional.of(new RawFormat(
                payload.attribute(ENCODING).or(ENCODINGS, RawEncoding.AUTO),
                charset,
                charset.equals(StandardCharsets.UTF_8) ? Math.toIntExact(chunk.or(CHUNKS, 0L)) : 0));
    }
}
