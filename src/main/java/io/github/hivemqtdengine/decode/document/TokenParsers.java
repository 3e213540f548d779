// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.TSFBuilder;
import com.fasterxml.jackson.core.sym.ByteQuadsCanonicalizer;
import java.util.function.Supplier;

/**
 * Opens the parsers of a format, with limits that keep a hostile payload cheap. The parsers share a table of field
 * names. Names are not interned, because clients choose them. Thread-safe.
 */
public final class TokenParsers {

    /** Length of the longest field name in bytes. */
    static final int MAX_NAME_BYTES = 1_000;

    /** Size of the largest payload, which is also the largest {@code max-bytes} of a compressed one. */
    private static final int MAX_BYTES = 256 << 20;

    /** Most colliding names before a table is replaced; from 256 on, Jackson may reject any new name. */
    private static final int MAX_COLLISIONS = 64;

    private static final StreamReadConstraints LIMITS = StreamReadConstraints.builder()
            .maxNestingDepth(Document.MAX_DEPTH)
            .maxNumberLength(Document.MAX_DIGITS)
            .maxNameLength(MAX_NAME_BYTES)
            .maxStringLength(MAX_BYTES)
            .maxDocumentLength(MAX_BYTES)
            .build();

    /** Number of names from which the growth of a table is counted: Jackson copies a table that gets a new name. */
    private static final int FEW_NAMES = 100;

    /** Number of times a table may grow after that; a table of constant names is kept regardless of its size. */
    private static final int MAX_GROWTHS = 32;

    private final Supplier<? extends Factory> factories;
    private volatile SharedNames shared;

    /** Jackson factory that exposes its table of names. */
    public interface Factory {

        /** Returns the current names, as a table for one parser. */
        ByteQuadsCanonicalizer names();

        /** Opens a parser with a table of names. */
        JsonParser open(byte[] payload, int start, int end, ByteQuadsCanonicalizer names);
    }

    public TokenParsers(Supplier<? extends Factory> factories) {
        this.factories = factories;
        this.shared = new SharedNames(factories.get());
    }

    /** Factory with its table of names. Growth is counted without locks; a missed one counts next time. */
    private static final class SharedNames {

        private final Factory factory;
        private int known = FEW_NAMES;
        private int growths;

        SharedNames(Factory factory) {
            this.factory = factory;
        }

        boolean isUsable(ByteQuadsCanonicalizer names) {
            int size = Math.max(FEW_NAMES, names.size());
            if (size > known) {
                growths++;
            }
            known = size; // less than before if Jackson has emptied the table
            return growths <= MAX_GROWTHS && names.spilloverCount() <= MAX_COLLISIONS;
        }
    }

    /** Sets what the factories of all formats have in common. */
    public static <B extends TSFBuilder<?, B>> B limited(B factory) {
        return factory.enable(JsonFactory.Feature.FAIL_ON_SYMBOL_HASH_OVERFLOW)
                .disable(JsonFactory.Feature.INTERN_FIELD_NAMES)
                .disable(JsonFactory.Feature.CHARSET_DETECTION)
                .streamReadConstraints(LIMITS);
    }

    JsonParser open(byte[] payload, int start, int end) {
        var current = shared;
        var names = current.factory.names();
        if (!current.isUsable(names)) {
            current = new SharedNames(factories.get());
            shared = current;
            names = current.factory.names();
        }
        return current.factory.open(payload, start, end, names);
    }
}
