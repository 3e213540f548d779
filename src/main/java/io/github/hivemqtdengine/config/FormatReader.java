package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.decode.PayloadFormat;
import java.util.Set;

/**
 * How one format is read from {@code <payload>}.
 *
 * @param word its name in the attribute {@code format}
 * @param contentTypes the media types by which {@code format="auto"} knows it
 * @param attributes what else {@code <payload>} may say for it
 * @param needs those of the attributes without which {@code format="auto"} does not know it
 */
record FormatReader(String word, Set<String> contentTypes, Set<String> attributes, Set<String> needs, Maker maker) {

    /** Makes a format of what {@code <payload>} says. */
    @FunctionalInterface
    interface Maker {

        /**
         * The format; what is wrong is reported.
         *
         * @param schemas the files that its schemas are in
         */
        PayloadFormat make(Section payload, SchemaFiles schemas);
    }

    /** Whether all is said that payloads of any format need to be read as this one. */
    boolean isPartOfAuto(Section payload) {
        return !contentTypes.isEmpty()
                && needs.stream().allMatch(name -> payload.attribute(name).isPresent());
    }
}
