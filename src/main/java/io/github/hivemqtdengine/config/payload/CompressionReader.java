package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.decode.compression.PayloadCompression;
import io.github.hivemqtdengine.decode.compression.PayloadCompression.Compression;
import java.util.Optional;

/** Reads the compression of {@code <payload>}. */
final class CompressionReader {

    private static final Choice<Compression> COMPRESSIONS = Choice.of(Compression.class);

    private CompressionReader() {}

    static PayloadCompression read(Section payload) {
        var compression = payload.attribute("compression");
        var maxBytes = payload.attribute("max-bytes");
        var known = compression.read(COMPRESSIONS);
        if (!compression.isPresent() || known.equals(Optional.of(Compression.NONE))) {
            maxBytes.reject("is for compressed payloads; say which compression they have, or leave it out");
            return PayloadCompression.NONE;
        }
        long limit = maxBytes.or(Quantities.size("1 KiB", "256 MiB"), (long) PayloadCompression.DEFAULT_MAX_BYTES);
        return new PayloadCompression(known.orElse(Compression.NONE), Math.toIntExact(limit));
    }
}
