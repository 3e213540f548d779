// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.UniqueNames;
import io.github.hivemqtdengine.config.xml.Value;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** Reads {@code <column>} and {@code <tag>}. */
final class ValueReader {

    private static final ColumnType UNKNOWN = new ColumnType(Kind.BOOL, 0, 0);
    private static final Set<Kind> CUTTABLE = EnumSet.of(Kind.VARCHAR, Kind.NCHAR, Kind.VARBINARY);

    private static final int MAX_TAG_BYTES = 16_382;
    private static final int BYTES_PER_NCHAR = 4;

    private final UniqueNames names;
    private final Function<String, ColumnType> types;
    private final Templates templates;
    private final ValueErrors errors;

    ValueReader(UniqueNames names, Function<String, ColumnType> types, Templates templates, ValueErrors errors) {
        this.names = names;
        this.types = types;
        this.templates = templates;
        this.errors = errors;
    }

    ValueSettings read(Section value) {
        var name = value.value(Tables.NAME).required(names).orElse("");
        var type = value.value(Tables.TYPE).required(types);
        var defaultValue = value.value(Tables.DEFAULT).read(text -> {
            type.ifPresent(known -> ValueSettings.checkDefault(text, known));
            return text;
        });
        return new ValueSettings(
                new Column(name, type.orElse(UNKNOWN)),
                value.value(Tables.VALUE).required(templates::parse).orElse(Template.parse("")),
                defaultValue.orElse(null),
                errors(value, type));
    }

    /** Reads the error handling; {@code on-mismatch} is the default for lengths and ranges. */
    private ValueErrors errors(Section value, Optional<ColumnType> type) {
        boolean hasDefault = value.value(Tables.DEFAULT).isPresent();
        var mismatch = error(value.value(Tables.ON_MISMATCH), hasDefault);
        var length = value.value(Tables.ON_LENGTH);
        return new ValueErrors(
                error(value.value(Tables.ON_MISSING), hasDefault).orElse(errors.missing()),
                mismatch.orElse(errors.mismatch()),
                length(length, type, hasDefault).or(() -> mismatch).orElse(errors.length()),
                error(value.value(Tables.ON_RANGE), hasDefault)
                        .or(() -> mismatch)
                        .orElse(errors.range()));
    }

    private static Optional<OnError> error(Value<OnError> onError, boolean hasDefault) {
        return onError.read(text -> withDefault(Tables.FOR_VALUES.apply(text), hasDefault));
    }

    private static Optional<OnError> length(Value<OnError> onLength, Optional<ColumnType> type, boolean hasDefault) {
        return onLength.read(text -> {
            var action = withDefault(Tables.FOR_LENGTHS.apply(text), hasDefault);
            if (action == OnError.TRUNCATE
                    && type.isPresent()
                    && !CUTTABLE.contains(type.get().kind())) {
                throw new IllegalArgumentException("can't cut values of the type " + type.get());
            }
            return action;
        });
    }

    private static OnError withDefault(OnError action, boolean hasDefault) {
        if (action == OnError.DEFAULT && !hasDefault) {
            throw new IllegalArgumentException("needs the attribute default beside it");
        }
        return action;
    }

    static ColumnType columnType(String text) {
        var type = ColumnType.parse(text);
        if (type.kind() == Kind.JSON) {
            throw new IllegalArgumentException("is a type for tags only; write VARCHAR(1024) for JSON in a column");
        }
        return type;
    }

    static ColumnType tagType(String text) {
        var type = ColumnType.parse(text);
        if (type.kind() == Kind.DECIMAL) {
            throw new IllegalArgumentException("is a type for columns only");
        }
        int bytesPerUnit = type.kind() == Kind.NCHAR ? BYTES_PER_NCHAR : 1;
        if (type.length() > MAX_TAG_BYTES / bytesPerUnit) {
            throw new IllegalArgumentException("is too long for a tag; at most " + MAX_TAG_BYTES / bytesPerUnit);
        }
        return type;
    }
}
