package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.expression.Refusal;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import org.jspecify.annotations.Nullable;

/**
 * Where the value of a column or a tag comes from.
 *
 * @param column its name and type
 * @param value the template that makes it
 * @param defaultValue used where the value is missing or null, or {@code null} for none
 * @param errors what happens where the value is not as the column expects it
 */
public record ValueSettings(
        Column column, Template value, @Nullable String defaultValue, ValueErrors errors) {

    /**
     * Checks that a default can stand in a column.
     *
     * @throws IllegalArgumentException with a sentence for the user if the type can't hold exactly this value
     */
    public static void checkDefault(String text, ColumnType type) {
        try {
            Conversion.to(type).convert(text);
        } catch (Refusal e) {
            throw new IllegalArgumentException("does not fit the type " + type + ": " + e.getMessage(), e);
        }
    }
}
