// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import org.jspecify.annotations.Nullable;

/**
 * Settings for the value of a column or a tag.
 *
 * @param column the name and type
 * @param value the template of the value
 * @param defaultValue the default for a missing or null value, {@code null} for none
 * @param errors the actions for values that do not fit
 */
public record ValueSettings(
        Column column, Template value, @Nullable String defaultValue, ValueErrors errors) {

    /**
     * Checks that a default fits a column's type.
     *
     * @throws IllegalArgumentException with a sentence for the user if the type can't hold exactly this value
     */
    public static void checkDefault(String text, ColumnType type) {
        try {
            Conversion.to(type).convert(text);
        } catch (ConversionException e) {
            throw new IllegalArgumentException("does not fit the type " + type + ": " + e.getMessage(), e);
        }
    }
}
