package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.decode.PayloadFormat;
import java.util.Optional;
import java.util.Set;

/**
 * How one format is read from {@code <payload>}.
 *
 * @param word its name in the attribute {@code format}
 * @param contentTypes the media types by which {@code format="auto"} knows it
 * @param attributes what else {@code <payload>} may say for it
 * @param schemas those of the attributes that name its schemas; {@code format="auto"} knows it only with one of them, if
 *     there are any
 */
record FormatReader(String word, Set<String> contentTypes, Set<String> attributes, Set<String> schemas, Maker maker) {

    /** Makes a format of what {@code <payload>} says. */
    @FunctionalInterface
    interface Maker {

        /**
         * The format; nothing if something is wrong with it, which is reported.
         *
         * @param schemas the files that its schemas are in
         */
        Optional<? extends PayloadFormat> make(Section payload, SchemaFiles schemas);
    }

    /** Whether {@code format="auto"} knows it. */
    boolean isPartOfAuto(Section payload) {
        return !contentTypes.isEmpty()
                && (schemas.isEmpty()
                        || schemas.stream()
                                .anyMatch(name -> payload.attribute(name).isPresent()));
    }
}
