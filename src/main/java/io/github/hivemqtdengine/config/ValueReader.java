package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.route.ValueSettings;
import java.util.function.Function;

/** Reads {@code <column>} and {@code <tag>}. */
final class ValueReader {

    private static final ColumnType UNKNOWN = new ColumnType(Kind.BOOL, 0, 0);

    private final UniqueNames names;
    private final Function<String, ColumnType> types;
    private final Templates templates;
    private final ErrorRules errors;

    ValueReader(UniqueNames names, Function<String, ColumnType> types, Templates templates, ErrorRules errors) {
        this.names = names;
        this.types = types;
        this.templates = templates;
        this.errors = errors;
    }

    ValueSettings read(Section value) {
        var name = value.attribute("name").required(names).orElse("");
        var type = value.attribute("type").required(types);
        var defaultValue = value.attribute("default").read(text -> {
            type.ifPresent(known -> ValueSettings.checkDefault(text, known));
            return text;
        });
        return new ValueSettings(
                new Column(name, type.orElse(UNKNOWN)),
                value.attribute("value").required(templates::parse).orElse(Template.parse("")),
                defaultValue.orElse(null),
                value.attribute("on-missing").or(ErrorRules.CHOICES, errors.missing()),
                value.attribute("on-mismatch").or(ErrorRules.CHOICES, errors.mismatch()));
    }
}
