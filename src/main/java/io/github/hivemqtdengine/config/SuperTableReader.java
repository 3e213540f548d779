// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Names;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseLimits;
import io.github.hivemqtdengine.route.table.TableSettings.SuperTableNames;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the name of a super table, which may be a template, so that records name their tables. */
final class SuperTableReader {

    private final Templates templates;
    private final DatabaseLimits limits;

    /**
     * Super table of {@code <table>}.
     *
     * @param name the name, or the text of the template
     * @param names the names that records give, {@code null} for a fixed name
     */
    record SuperTable(String name, @Nullable SuperTableNames names) {}

    SuperTableReader(Templates templates, DatabaseLimits limits) {
        this.templates = templates;
        this.limits = limits;
    }

    SuperTable read(Section table) {
        var tables = table.value(Tables.TABLES);
        var limit = tables.get();
        var superTable = table.value(Tables.SUPER_TABLE).required(text -> superTable(text, limit));
        if (superTable.filter(read -> read.names() == null).isPresent()) {
            tables.reject("limits the tables that records name, but the name of this super table is fixed");
        }
        return superTable.orElse(new SuperTable("", null));
    }

    private SuperTable superTable(String text, int limit) {
        return template(text)
                .map(template ->
                        new SuperTable(text, new SuperTableNames(template, limit, limits.longestTableName(), Set.of())))
                .orElseGet(() -> new SuperTable(fixed(text), null));
    }

    private String fixed(String text) {
        limits.objectionToTable(Names.superTable(text)).ifPresent(why -> {
            throw new IllegalArgumentException(why);
        });
        return text;
    }

    private Optional<Template> template(String text) {
        return text.contains("${")
                ? Optional.of(templates.parse(text))
                        .filter(template -> template.references().findAny().isPresent())
                : Optional.empty();
    }
}
