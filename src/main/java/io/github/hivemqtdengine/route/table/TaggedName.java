package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Subtable names with a hash of the tags appended. Equal names and tags give equal results on every broker and at any
 * time; the order of the tags does not matter.
 */
final class TaggedName {

    private final int columns;
    private final List<Column> tags;
    /** Indices of the tags, ordered by name. */
    private final int[] order;

    TaggedName(int columns, List<Column> tags) {
        this.columns = columns;
        this.tags = tags;
        this.order = IntStream.range(0, tags.size())
                .boxed()
                .sorted(Comparator.comparing(i -> tags.get(i).name()))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /**
     * Returns the name with a hash of the name and the tags appended.
     *
     * @param values the values of a row: columns, then tags
     */
    String of(String name, @Nullable Object[] values) {
        var texts = new ArrayList<String>();
        texts.add(name);
        for (int i : order) {
            texts.add(tags.get(i).name());
            var value = values[columns + i];
            // distinguishes NULL from the empty string
            texts.add(value == null ? "" : "=" + ValueText.of(value));
        }
        return SubtableName.hashed(name, texts.toArray(String[]::new));
    }

    /** Returns a name without its hash; characters cut off to make room for the hash stay lost. */
    static String withoutHash(String name) {
        return name.substring(0, Math.max(0, name.length() - NameHash.LENGTH));
    }
}
