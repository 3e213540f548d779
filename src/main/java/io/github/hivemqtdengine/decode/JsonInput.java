package io.github.hivemqtdengine.decode;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import java.io.IOException;

/** Opens JSON for reading, with the limits that keep a hostile document cheap. */
final class JsonInput {

    static final int MAX_DIGITS = 1_000;

    /** Field names are canonical, so that their hash is known, but not interned: clients choose them. */
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxNestingDepth(Document.MAX_DEPTH)
                    .maxNumberLength(MAX_DIGITS)
                    .maxStringLength(Integer.MAX_VALUE)
                    .build())
            .build();

    private JsonInput() {}

    static JsonParser open(byte[] utf8, int offset, int length) throws IOException {
        return FACTORY.createParser(utf8, offset, length);
    }

    static JsonParser open(String text) throws IOException {
        return FACTORY.createParser(text);
    }
}
