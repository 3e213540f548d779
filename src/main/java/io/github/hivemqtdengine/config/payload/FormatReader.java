package io.github.hivemqtdengine.config.payload;

import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.decode.PayloadFormat;
import java.util.Optional;
import java.util.Set;

/**
 * Reader of one payload format from {@code <payload>}.
 *
 * @param word its name in the attribute {@code format}
 * @param contentTypes the media types by which {@code format="auto"} recognises it
 * @param attributes the further attributes of {@code <payload>} for this format
 * @param schemas the attributes that name its schemas; {@code format="auto"} then needs one of them for the format
 */
record FormatReader(String word, Set<String> contentTypes, Set<String> attributes, Set<String> schemas, Maker maker) {

    /** Creates a format from {@code <payload>}. */
    @FunctionalInterface
    interface Maker {

        /**
         * Returns the format; empty if it has a problem, which is reported.
         *
         * @param schemas the schema files of payloads
         */
        Optional<? extends PayloadFormat> make(Section payload, SchemaFiles schemas);
    }

    /** Returns whether {@code format="auto"} includes the format. */
    boolean isPartOfAuto(Section payload) {
        return !contentTypes.isEmpty()
                && (schemas.isEmpty()
                        || schemas.stream()
                                .anyMatch(name -> payload.attribute(name).isPresent()));
    }
}
