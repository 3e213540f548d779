package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.table.TableSettings.AutoColumns;
import io.github.hivemqtdengine.route.table.TableSettings.AutoTags;
import java.util.Optional;
import java.util.function.Function;

/** Reads the settings of {@code <table>} for columns and tags that it does not name. */
final class AutoColumnsReader {

    private static final Choice<String> DECLARED_OR_AUTO = Choice.words("declared", "auto");
    private static final Function<String, Integer> LIMIT = Quantities.wholeNumber(1, 1_000);
    private static final Function<String, Integer> TAG_LIMIT = Quantities.wholeNumber(1, 127);
    private static final int DEFAULT_LIMIT = 100;
    private static final String TAGS_FROM = "/tags";

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
        boolean isAuto =
                table.attribute("columns").or(this::columns, "declared").equals("auto");
        var section = table.child("auto-columns");
        if (section.isPresent() && !isAuto) {
            section.reject("has a meaning in a table with columns=\"auto\" only");
        }
        var from = section.attribute("from").or(AutoColumnsReader::pointer, "");
        var tags = tags(table, isAuto);
        if (tags.filter(of -> (from + "/").startsWith(of.from() + "/")).isPresent()) {
            table.child("auto-tags").reject("has the fields of <auto-columns>, so that no field would become a column");
        }
        var auto = new AutoColumns(
                from,
                section.attribute("limit").or(LIMIT, DEFAULT_LIMIT),
                format.filter(PayloadFormat::hasTypedNumbers).isPresent(),
                errors,
                tags.orElse(null));
        return isAuto ? Optional.of(auto) : Optional.empty();
    }

    private static Optional<AutoTags> tags(Section table, boolean hasAutoColumns) {
        var attribute = table.attribute("tags");
        boolean isAuto = attribute.or(DECLARED_OR_AUTO, "declared").equals("auto");
        if (isAuto && !hasAutoColumns) {
            attribute.reject("adds tags to a table whose columns are added, too, and needs columns=\"auto\"");
        }
        var section = table.child("auto-tags");
        if (section.isPresent() && !isAuto) {
            section.reject("has a meaning in a table with tags=\"auto\" only");
        }
        var tags = new AutoTags(
                section.attribute("from").or(AutoColumnsReader::pointer, TAGS_FROM),
                section.attribute("limit").or(TAG_LIMIT, DEFAULT_LIMIT));
        return isAuto ? Optional.of(tags) : Optional.empty();
    }

    private String columns(String text) {
        var columns = DECLARED_OR_AUTO.apply(text);
        if (columns.equals("auto") && format.filter(known -> !known.hasFields()).isPresent()) {
            throw new IllegalArgumentException(
                    "makes columns of a payload's fields, which needs a format with fields, such as json");
        }
        if (columns.equals("auto") && mode != SchemaMode.EVOLVE) {
            throw new IllegalArgumentException(
                    "adds columns to tables, which needs <schema>evolve</schema> in the <database>");
        }
        return columns;
    }

    private static String pointer(String text) {
        if (!FieldPath.isPointer(text)) {
            throw new IllegalArgumentException(
                    "is not a JSON Pointer; write it like /data, or leave it out for all fields of the record");
        }
        return text;
    }
}
