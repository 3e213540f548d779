package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.expression.TemplatePart.Literal;
import io.github.hivemqtdengine.expression.ValueText;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes names for subtables: the template's text with values in it. Different values never give the same name. Where
 * the text alone could not promise that, a hash of the values stands at its end: if a character had to be replaced, if
 * the text is too long or not in Unicode's normal form C, if a value is empty, if it holds the character that ends it
 * in the template, or if the text itself ends like a hash.
 */
public final class SubtableName {

    private static final int MAX_BYTES = 192;

    /** What stands before the first value, between the values, and behind the last one. */
    private final List<String> literals;

    SubtableName(Template template) {
        check(template);
        this.literals = literalsOf(template);
    }

    /**
     * Checks that a template can make names.
     *
     * @throws IllegalArgumentException with a sentence for the user if its own text has other characters than names
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
     * The name for some values, which is empty only if they and the template are.
     *
     * @param values one for each reference of the template
     */
    String of(String... values) {
        var text = new StringBuilder(literals.get(0));
        boolean lossy = false;
        for (int i = 0; i < values.length; i++) {
            lossy |= NameCharacters.append(text, values[i]);
            lossy |= values[i].isEmpty() || isEndUnclear(values, i);
            text.append(literals.get(i + 1));
        }
        var name = text.toString();
        if (name.isEmpty() || !(lossy || needsHash(name))) {
            return name;
        }
        return hashed(name, values);
    }

    /** The name, as much of it as there is room for, and a hash of some texts. */
    static String hashed(String name, String... texts) {
        return ValueText.cut(name, MAX_BYTES - NameHash.LENGTH) + NameHash.of(texts);
    }

    /** Whether a reader of the name could not tell where a value ends. */
    private boolean isEndUnclear(String[] values, int index) {
        if (index == values.length - 1) {
            return false;
        }
        var next = literals.get(index + 1);
        return next.isEmpty() || values[index].indexOf(next.charAt(0)) >= 0;
    }

    private static boolean needsHash(String name) {
        int bytes = ValueText.utf8Length(name);
        return bytes > MAX_BYTES
                || NameHash.isAtEndOf(name)
                || (bytes != name.length() && !Normalizer.isNormalized(name, Normalizer.Form.NFC));
    }
}
