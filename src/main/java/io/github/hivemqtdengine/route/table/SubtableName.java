// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.expression.Expression.Literal;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.TextBytes;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Subtable names made from a template and values. Different values never give the same name. If the text alone could
 * not guarantee that, a hash of the values is appended. This applies if a character was replaced, or the text is too
 * long, not in Unicode normal form C, or ends like a hash. It also applies if a value is empty or contains the
 * character that follows it in the template.
 */
public final class SubtableName {

    static final int MAX_BYTES = 192;

    /** Literal text before the first value, between the values, and after the last one. */
    private final List<String> literals;

    SubtableName(Template template) {
        check(template);
        this.literals = literalsOf(template);
    }

    /**
     * Checks that a template can make names.
     *
     * @throws IllegalArgumentException with a sentence for the user if its literal text has characters that names can't
     *     have
     */
    public static void check(Template template) {
        for (var literal : literalsOf(template)) {
            literal.codePoints()
                    .filter(c -> !NameCharacters.isAllowed(c))
                    .findFirst()
                    .ifPresent(c -> {
                        throw new IllegalArgumentException("can't name a subtable: it has the character '"
                                + Character.toString(c) + "'; use letters, digits, _ and -");
                    });
        }
    }

    private static List<String> literalsOf(Template template) {
        var literals = new ArrayList<String>();
        var open = "";
        for (var part : template.parts()) {
            if (part instanceof Literal literal) {
                open = literal.text();
            } else {
                literals.add(open);
                open = "";
            }
        }
        literals.add(open);
        return List.copyOf(literals);
    }

    /**
     * Returns the name for values; empty only if the values and the template's text are.
     *
     * @param values one for each reference of the template
     */
    String of(NameValue... values) {
        var text = new StringBuilder(literals.get(0));
        boolean lossy = false;
        for (int i = 0; i < values.length; i++) {
            text.append(values[i].allowed());
            lossy |= values[i].isLossy() || isEndUnclear(values, i);
            text.append(literals.get(i + 1));
        }
        var name = text.toString();
        if (name.isEmpty() || !(lossy || needsHash(name))) {
            return name;
        }
        return withHash(
                name,
                NameHash.of(Arrays.stream(values).map(NameValue::hashInput).toList()));
    }

    /** Returns the name, cut to make room, with a hash appended. */
    static String withHash(String name, String hash) {
        return ValueText.cut(name, MAX_BYTES - NameHash.LENGTH) + hash;
    }

    /** Returns whether the end of a value is ambiguous in the name. */
    private boolean isEndUnclear(NameValue[] values, int index) {
        if (index == values.length - 1) {
            return false;
        }
        var next = literals.get(index + 1);
        return next.isEmpty() || values[index].contains(next.charAt(0));
    }

    private static boolean needsHash(String name) {
        long bytes = TextBytes.utf8(name);
        return bytes > MAX_BYTES
                || NameHash.isAtEndOf(name)
                || (bytes != name.length() && !Normalizer.isNormalized(name, Normalizer.Form.NFC));
    }
}
