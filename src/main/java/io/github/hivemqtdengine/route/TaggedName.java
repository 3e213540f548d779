package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.expression.ValueText;
import io.github.hivemqtdengine.message.Column;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Makes names that are others where the tags are others: a hash of the tags stands at their end. The same name and tags
 * give the same name in every broker, today and later; the order of the tags makes no difference.
 */
final class TaggedName {

    private final int columns;
    private final List<Column> tags;
    /** Positions of the tags, ordered by name. */
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
     * The name with a hash of its own and of the tags at its end.
     *
     * @param values those of a row: the columns', then the tags'
     */
    String of(String name, @Nullable Object[] values) {
        var texts = new ArrayList<String>();
        texts.add(name);
        for (int i : order) {
            texts.add(tags.get(i).name());
            var value = values[columns + i];
            // so that NULL is not the empty text
            texts.add(value == null ? "" : "=" + ValueText.of(value));
        }
        return SubtableName.hashed(name, texts.toArray(String[]::new));
    }

    /** Such a name without its hash; what was cut off to make room for it is lost. */
    static String withoutHash(String name) {
        return name.substring(0, Math.max(0, name.length() - NameHash.LENGTH));
    }
}
