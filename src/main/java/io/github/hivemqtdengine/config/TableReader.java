package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.route.TableSettings;
import io.github.hivemqtdengine.route.Template;
import io.github.hivemqtdengine.route.ValueSettings;
import java.util.List;

/** Reads {@code <table>}. */
final class TableReader {

    // TDengine's limits; the time key is a column, too, and so may be a sequence
    private static final int MAX_TAGS = 128;
    private static final int MAX_COLUMNS_AND_TAGS = 4_096 - 2;

    private final Templates templates;
    private final ErrorRules errors;
    private final DatabaseFamily family;

    TableReader(Templates templates, ErrorRules errors, DatabaseFamily family) {
        this.templates = templates;
        this.errors = errors;
        this.family = family;
    }

    TableSettings read(Section table) {
        var names = new UniqueNames(family::column);
        var columnReader = new ValueReader(names, Types::column, templates, errors);
        var tagReader = new ValueReader(names, Types::tag, templates, errors);
        var settings = new TableSettings(
                table.attribute("super-table").required(family::superTable).orElse(""),
                table.attribute("sub-table").required(templates::parseName).orElse(Template.parse("")),
                new TimestampReader(names, templates).read(table.child("timestamp")),
                table.requiredChildren("column").stream()
                        .map(columnReader::read)
                        .toList(),
                table.requiredChildren("tag").stream().map(tagReader::read).toList());
        checkTags(table, settings.tags());
        if (settings.columns().size() + settings.tags().size() > MAX_COLUMNS_AND_TAGS) {
            table.reject("has more than " + MAX_COLUMNS_AND_TAGS + " columns and tags");
        }
        family.objections(settings).forEach(table::reject);
        return settings;
    }

    private static void checkTags(Section table, List<ValueSettings> tags) {
        if (tags.size() > MAX_TAGS) {
            table.reject("has more than " + MAX_TAGS + " tags");
        }
        boolean anyJson = tags.stream().anyMatch(tag -> tag.column().type().kind() == Kind.JSON);
        if (anyJson && tags.size() > 1) {
            table.reject("has a tag of type JSON, which TDengine allows only as the one tag of a table");
        }
    }
}
