package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Names;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.UniqueNames;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseLimits;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.table.TableSettings.ConditionSettings;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import java.util.Optional;

/** Reads {@code <table>}. */
final class TableReader {

    static final Choice<OnTagChange> TAG_CHANGES = Choice.of(OnTagChange.class);

    private final Templates templates;
    private final ErrorRules errors;
    private final DatabaseLimits limits;
    private final AutoColumnsReader autoColumns;

    TableReader(Templates templates, ErrorRules errors, DatabaseLimits limits, AutoColumnsReader autoColumns) {
        this.templates = templates;
        this.errors = errors;
        this.limits = limits;
        this.autoColumns = autoColumns;
    }

    TableSettings read(Section table) {
        var names = new UniqueNames(this::column);
        var columnReader = new ValueReader(names, ValueReader::columnType, templates, errors.values());
        var tagReader = new ValueReader(names, ValueReader::tagType, templates, errors.values());
        var auto = autoColumns.read(table);
        if (auto.isEmpty()) {
            table.requireOne("column");
        }
        var settings = new TableSettings(
                table.attribute("super-table").required(this::superTable).orElse(""),
                table.attribute("sub-table").required(templates::parseName).orElse(Template.parse("")),
                new TimestampReader(names, templates).read(table.child("timestamp")),
                table.children("column").stream().map(columnReader::read).toList(),
                auto.orElse(null),
                table.requiredChildren("tag").stream().map(tagReader::read).toList(),
                table.attribute("where")
                        .read(templates::parseCondition)
                        .map(condition -> new ConditionSettings(condition, errors.values()))
                        .orElse(null),
                SamplingReader.read(table),
                errors.name(),
                table.attribute("on-tag-change").or(TAG_CHANGES, OnTagChange.IGNORE));
        limits.objections(settings.shape()).forEach(table::reject);
        return settings;
    }

    private String superTable(String text) {
        return allowed(Names.superTable(text), limits.objectionToTable(text));
    }

    private String column(String text) {
        return allowed(Names.column(text), limits.objectionToColumn(text));
    }

    private static String allowed(String name, Optional<String> objection) {
        objection.ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        return name;
    }
}
