package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.expression.ValueText;
import java.util.Locale;
import java.util.Set;

/** Cache of column names for fields: {@code /env/Temp-1} becomes {@code env_temp_1}. Thread-safe. */
final class FieldNames {

    /** Name of a field without a column. */
    static final String NONE = "";

    private static final int MAX_BYTES = 64;

    /** Names that databases reserve. */
    private static final Set<String> RESERVED = Set.of("tbname", "subtable");

    private final String from;
    private final Set<String> taken;
    private final LossyCache<String> cache = new LossyCache<>();

    /**
     * @param from the pointer of the object that has the fields
     * @param taken the pointers of the fields that the mapping stores under other names
     */
    FieldNames(String from, Set<String> taken) {
        this.from = from;
        this.taken = taken;
    }

    /** Returns the column name for the field at a pointer below {@code from}, or {@link #NONE}. */
    String of(String pointer) {
        var known = cache.get(pointer);
        if (known != null) {
            return known;
        }
        var made = taken.contains(pointer) ? NONE : name(pointer);
        cache.put(pointer, made, LossyCache.bytes(made));
        return made;
    }

    private String name(String pointer) {
        var path = pointer.substring(from.length() + 1).replace("~1", "/").replace("~0", "~");
        var name = new StringBuilder();
        path.toLowerCase(Locale.ROOT).codePoints().forEach(c -> name.appendCodePoint(isAllowed(c) ? c : '_'));
        if (name.isEmpty() || Character.isDigit(name.codePointAt(0)) || RESERVED.contains(name.toString())) {
            name.insert(0, '_');
        }
        return ValueText.utf8Length(name) <= MAX_BYTES
                ? name.toString()
                : ValueText.cut(name.toString(), MAX_BYTES - NameHash.LENGTH) + NameHash.of(pointer);
    }

    private static boolean isAllowed(int codePoint) {
        return codePoint != '-' && NameCharacters.isAllowed(codePoint);
    }
}
