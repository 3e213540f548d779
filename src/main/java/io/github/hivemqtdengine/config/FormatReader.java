package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.decode.PayloadFormat;
import java.util.Set;

/**
 * How one format is read from {@code <payload>}.
 *
 * @param word its name in the attribute {@code format}
 * @param attributes what else {@code <payload>} may say for it
 */
record FormatReader(String word, Set<String> attributes, Maker maker) {

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
}
