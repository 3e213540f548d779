// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.table.TableSettings.AutoColumns;
import io.github.hivemqtdengine.route.table.TableSettings.AutoTags;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads the settings of {@code <table>} for columns and tags that it does not name. */
final class AutoColumnsReader {

    private static final String AUTO = "auto";

    private final Optional<PayloadFormat> format;
    private final SchemaMode mode;
    private final ValueErrors errors;

    /**
     * @param format the payload's format, if known
     * @param mode the changes that are allowed in the route's database
     * @param errors the handling of values that do not fit
     */
    AutoColumnsReader(Optional<PayloadFormat> format, SchemaMode mode, ValueErrors errors) {
        this.format = format;
        this.mode = mode;
        this.errors = errors;
    }

    Optional<AutoColumns> read(Section table) {
        boolean isAuto = table.value(Tables.COLUMNS)
                .read(this::columns)
                .filter(AUTO::equals)
                .isPresent();
        var tags = tags(table, isAuto);
        if (!isAuto) {
            return Optional.empty();
        }
        var section = table.child(Tables.AUTO_COLUMNS);
        var from = section.read(Tables.COLUMNS_FROM).orElse("");
        if (tags != null && (from + "/").startsWith(tags.from() + "/")) {
            table.child(Tables.AUTO_TAGS)
                    .reject("has the fields of <auto-columns>, so that no field would become a column");
        }
        return Optional.of(new AutoColumns(
                from,
                section.get(Tables.COLUMN_LIMIT),
                format.filter(PayloadFormat::hasTypedNumbers).isPresent(),
                errors,
                tags));
    }

    private static @Nullable AutoTags tags(Section table, boolean hasAutoColumns) {
        var attribute = table.value(Tables.TAGS);
        if (!attribute.get().equals(AUTO)) {
            return null;
        }
        if (!hasAutoColumns) {
            attribute.reject("adds tags to a table whose columns are added, too, and needs columns=\"auto\"");
        }
        var section = table.child(Tables.AUTO_TAGS);
        return new AutoTags(section.get(Tables.TAGS_FROM), section.get(Tables.TAG_LIMIT));
    }

    private String columns(String text) {
        var columns = Tables.COLUMNS.form().apply(text);
        if (columns.equals(AUTO) && format.filter(known -> !known.hasFields()).isPresent()) {
            throw new IllegalArgumentException(
                    "makes columns of a payload's fields, which needs a format with fields, such as json");
        }
        if (columns.equals(AUTO) && mode != SchemaMode.EVOLVE) {
            throw new IllegalArgumentException(
                    "adds columns to tables, which needs <schema>evolve</schema> in the <database>");
        }
        return columns;
    }
}
