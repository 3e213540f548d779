package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.Value;
import io.github.hivemqtdengine.route.StatementSettings;
import java.util.Optional;

/** Reads {@code <statement-template>}, which replaces a route's tables. */
final class StatementReader {

    private StatementReader() {}

    /** @param statement the element's text, present or not */
    static Optional<StatementSettings> read(Value statement, Section route, Templates templates, ErrorRules errors) {
        if (!statement.isPresent()) {
            return Optional.empty();
        }
        route.children("table")
                .forEach(table -> table.reject(
                        "stands beside <statement-template>; a route has either tables or a statement of its own"));
        var onError = route.child("on-error");
        for (var name : new String[] {"name", "length"}) {
            onError.attribute(name)
                    .reject("has no meaning beside <statement-template>, which names no subtable and no lengths");
        }
        return statement
                .read(templates::parseStatement)
                .map(template -> new StatementSettings(template, errors.values()));
    }
}
