// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.TextBytes;
import java.util.Locale;
import java.util.Set;
import java.util.function.Predicate;

/** Cache of column names for fields: {@code /env/Temp-1} becomes {@code env_temp_1}. Thread-safe. */
final class FieldNames {

    /** Name of a field without a column. */
    static final String NONE = "";

    private static final int MAX_BYTES = 64;

    /** Names that databases reserve. */
    private static final Set<String> RESERVED = Set.of("tbname", "subtable");

    private final String from;
    private final Predicate<String> isStoredOtherwise;
    private final LossyCache<String, String> cache = new LossyCache<>();

    /**
     * @param from the pointer of the object that has the fields
     * @param isStoredOtherwise the pointers of the fields that the mapping stores under other names
     */
    FieldNames(String from, Predicate<String> isStoredOtherwise) {
        this.from = from;
        this.isStoredOtherwise = isStoredOtherwise;
    }

    /** Returns the column name for the field at a pointer below {@code from}, or {@link #NONE}. */
    String of(String pointer) {
        var known = cache.get(pointer);
        if (known != null) {
            return known;
        }
        var made = isStoredOtherwise.test(pointer) ? NONE : name(pointer);
        cache.put(pointer, made, LossyCache.bytes(pointer) + LossyCache.bytes(made));
        return made;
    }

    private String name(String pointer) {
        var path = pointer.substring(from.length() + 1).replace("~1", "/").replace("~0", "~");
        var name = plain(path.toLowerCase(Locale.ROOT));
        return TextBytes.utf8(name) <= MAX_BYTES
                ? name
                : ValueText.cut(name, MAX_BYTES - NameHash.LENGTH) + NameHash.of(pointer);
    }

    /** Returns a name that needs no quotes in any database: letters, digits and {@code _}, not beginning with a digit. */
    static String plain(String text) {
        var name = new StringBuilder();
        text.codePoints().forEach(c -> name.appendCodePoint(isAllowed(c) ? c : NameCharacters.REPLACEMENT));
        if (name.isEmpty()
                || Character.isDigit(name.codePointAt(0))
                || RESERVED.contains(name.toString().toLowerCase(Locale.ROOT))) {
            name.insert(0, '_');
        }
        return name.toString();
    }

    /** Returns whether names keep all characters of a text. */
    static boolean isPlain(String text) {
        return text.codePoints().allMatch(FieldNames::isAllowed);
    }

    private static boolean isAllowed(int codePoint) {
        return codePoint != '-' && NameCharacters.isAllowed(codePoint);
    }
}
