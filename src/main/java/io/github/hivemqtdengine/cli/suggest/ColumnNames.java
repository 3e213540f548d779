// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.suggest;

import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** Allocates unique column names that every database accepts. */
final class ColumnNames {

    /** Leaves room for a number after the name. */
    private static final int MAX_BYTES = 56;

    /** Names that databases use themselves. */
    private static final Set<String> RESERVED = Set.of("tbname", "subtable");

    private final Set<String> taken = new HashSet<>();

    /** Reserves a name. */
    String reserve(String name) {
        taken.add(name);
        return name;
    }

    /** Returns a unique name that resembles the text. */
    String like(String text) {
        var word = word(text);
        var base = word.isEmpty() || RESERVED.contains(word) ? "value" + (word.isEmpty() ? "" : "_" + word) : word;
        var start = Character.isDigit(base.charAt(0)) ? "c_" + base : base;
        var cut = cut(start);
        var name = cut;
        for (int number = 2; !taken.add(name); number++) {
            name = cut + "_" + number;
        }
        return name;
    }

    private static String cut(String name) {
        var cut = name;
        while (cut.getBytes(StandardCharsets.UTF_8).length > MAX_BYTES) {
            cut = cut.substring(0, cut.offsetByCodePoints(cut.length(), -1));
        }
        return cut;
    }

    /** Returns the text in lower-case letters of any script, digits and single underscores; may be empty. */
    static String word(String text) {
        return text.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}]+", "_").replaceAll("^_+|_+$", "");
    }
}
