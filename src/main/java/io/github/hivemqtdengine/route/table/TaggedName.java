package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.Column;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Subtable names with a hash of the tags appended. Equal names and tags give equal results on every broker and at any
 * time; the order of the tags does not matter.
 */
final class TaggedName {

    private final int columns;
    private final List<Column> tags;

    TaggedName(int columns, List<Column> tags) {
        this.columns = columns;
        this.tags = tags;
    }

    /**
     * Returns the name with a hash of the name and the tags appended.
     *
     * @param values the values of a row: declared columns, then declared tags
     * @param automatic the values of the record's automatic tags by name; tags that only other records have do not
     *     count, so that the name is the same before and after the table gains a tag
     */
    String of(String name, @Nullable Object[] values, Map<String, String> automatic) {
        var all = new TreeMap<String, String>();
        automatic.forEach((tag, value) -> all.put(tag, "=" + value));
        for (int i = 0; i < tags.size(); i++) {
            var value = values[columns + i];
            // distinguishes NULL from the empty string
            all.put(tags.get(i).name(), value == null ? "" : "=" + ValueText.of(value));
        }
        var texts = new ArrayList<String>(1 + 2 * all.size());
        texts.add(name);
        all.forEach((tag, value) -> {
            texts.add(tag);
            texts.add(value);
        });
        return SubtableName.hashed(name, texts.toArray(String[]::new));
    }

    /** Returns a name without its hash; characters cut off to make room for the hash stay lost. */
    static String withoutHash(String name) {
        return name.substring(0, Math.max(0, name.length() - NameHash.LENGTH));
    }
}
