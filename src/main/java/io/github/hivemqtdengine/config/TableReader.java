// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Names;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.UniqueNames;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseLimits;
import io.github.hivemqtdengine.route.table.Sampling;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.table.TableSettings.AutoColumns;
import io.github.hivemqtdengine.route.table.TableSettings.ConditionSettings;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import io.github.hivemqtdengine.route.table.TableSettings.SuperTableNames;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads {@code <table>}. */
final class TableReader {

    private final Templates templates;
    private final ErrorRules errors;
    private final DatabaseLimits limits;
    private final SuperTableReader superTables;
    private final AutoColumnsReader autoColumns;

    TableReader(Templates templates, ErrorRules errors, DatabaseLimits limits, AutoColumnsReader autoColumns) {
        this.templates = templates;
        this.errors = errors;
        this.limits = limits;
        this.superTables = new SuperTableReader(templates, limits);
        this.autoColumns = autoColumns;
    }

    TableSettings read(Section table) {
        var names = new UniqueNames(this::column);
        var columnReader = new ValueReader(names, ValueReader::columnType, templates, errors.values());
        var tagReader = new ValueReader(names, ValueReader::tagType, templates, errors.values());
        var auto = autoColumns.read(table);
        if (auto.isEmpty()) {
            table.requireOne(Tables.COLUMN);
        }
        var superTable = superTables.read(table);
        var subtable = table.value(Tables.SUB_TABLE);
        var settings = new TableSettings(
                superTable.name(),
                superTable.names(),
                subtable.required(templates::parseName).orElse(Template.parse("")),
                table.read(Tables.MAX_SUB_TABLES).orElse(TableSettings.UNLIMITED),
                new TimestampReader(names, templates).read(table.child(Tables.TIMESTAMP)),
                table.children(Tables.COLUMN).stream().map(columnReader::read).toList(),
                auto.orElse(null),
                table.requiredChildren(Tables.TAG).stream().map(tagReader::read).toList(),
                table.value(Tables.WHERE)
                        .read(templates::parseCondition)
                        .map(condition -> new ConditionSettings(condition, errors.values()))
                        .orElse(null),
                sampling(table),
                errors.name(),
                table.read(Tables.ON_TAG_CHANGE).orElse(onTagChange(auto)));
        limits.objections(settings.shape()).forEach(table::reject);
        if (superTable.names() != null) {
            objection(superTable.names(), settings.subtable()).ifPresent(subtable::reject);
        }
        return settings;
    }

    /** Returns the default: with automatic tags, rows with other tags are another series. */
    private static OnTagChange onTagChange(Optional<AutoColumns> auto) {
        return auto.map(AutoColumns::tags).isPresent() ? OnTagChange.NEW_SUBTABLE : OnTagChange.IGNORE;
    }

    /** Requires that subtables of different super tables have different names. */
    private static Optional<String> objection(SuperTableNames names, Template subtable) {
        var named = subtable.expressions().toList();
        return names.template().references().allMatch(named::contains)
                ? Optional.empty()
                : Optional.of("lacks a value of the super-table " + names.template() + "; a subtable's name can be"
                        + " there only once in a database, so write each of these values in it, without a function");
    }

    private static Sampling sampling(Section table) {
        boolean onlyOnChange = table.get(Tables.ONLY_ON_CHANGE);
        var deadBands = onlyOnChange
                ? table.children(Tables.COLUMN).stream()
                        .map(column -> column.read(Tables.DEAD_BAND).orElse(0.0))
                        .toList()
                : List.<Double>of();
        return new Sampling(
                onlyOnChange,
                table.read(Tables.MIN_INTERVAL).orElse(Duration.ZERO),
                onlyOnChange ? table.read(Tables.MAX_INTERVAL).orElse(Duration.ZERO) : Duration.ZERO,
                deadBands.stream().allMatch(band -> band == 0) ? List.of() : deadBands);
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
