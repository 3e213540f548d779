package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat.Precision;
import java.util.Optional;
import java.util.Set;

/** Reads {@code <payload format="line-protocol">}. */
final class LineProtocolReader {

    private static final String PRECISION = "precision";

    static final Set<String> ATTRIBUTES = Set.of(PRECISION);

    private static final Choice<Precision> PRECISIONS = Choice.of(Precision.class);

    private LineProtocolReader() {}

    static Optional<LineProtocolFormat> read(Section payload, SchemaFiles schemas) {
        return Optional.of(new LineProtocolFormat(payload.attribute(PRECISION).or(PRECISIONS, Precision.NS)));
    }
}
