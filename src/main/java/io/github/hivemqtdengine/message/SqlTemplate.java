package io.github.hivemqtdengine.message;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SQL of the user's own with gaps for the values of a row.
 *
 * @param head what rows can share, so that one statement may store several: what stands in front of the tuple of values
 *     that ends the statement; empty where each row takes a statement of its own
 * @param pieces what stands, behind the head, before, between and behind the values: one more than there are values
 * @param placeholders how the mapping writes the values, in their order
 */
public record SqlTemplate(String head, List<String> pieces, List<String> placeholders) implements Target {

    public SqlTemplate {
        pieces = List.copyOf(pieces);
        placeholders = List.copyOf(placeholders);
    }

    /** The statement for one row, with the same text in place of each value. */
    public String with(String mark) {
        return head + String.join(mark, pieces);
    }

    @Override
    public @Nullable Growth growth() {
        return null;
    }
}
