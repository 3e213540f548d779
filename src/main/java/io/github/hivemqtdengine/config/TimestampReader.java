// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.UniqueNames;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.route.table.TimestampSettings;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import org.jspecify.annotations.Nullable;

/** Reads {@code <timestamp>}. */
final class TimestampReader {

    private static final Template VALUE = Template.parse(Tables.TIMESTAMP_VALUE.orThrow());

    private final UniqueNames names;
    private final Templates templates;

    TimestampReader(UniqueNames names, Templates templates) {
        this.names = names;
        this.templates = templates;
    }

    TimestampSettings read(Section timestamp) {
        var name = timestamp.value(Tables.TIMESTAMP_NAME);
        if (!name.isPresent()) {
            names.reserve(Tables.TIMESTAMP_NAME.orThrow());
        }
        var value = timestamp.value(Tables.TIMESTAMP_VALUE);
        var written = value.read(templates::parse);
        var template = written.orElse(VALUE);
        var unit = timestamp.value(Tables.UNIT);
        boolean isReadable = written.isPresent() || !value.isPresent();
        if (isReadable && template.isArrivalTime()) {
            unit.reject("says how a time in the message is written, but the value is the time of arrival; "
                    + "leave it out, or say where the time is, like value=\"${payload:/time}\"");
        }
        var onEqual = timestamp
                .read(Tables.ON_EQUAL)
                .orElse(template.isArrivalTime() ? EqualTimestamps.BUMP : EqualTimestamps.OVERWRITE);
        return new TimestampSettings(
                name.read(names).orElseGet(Tables.TIMESTAMP_NAME::orThrow),
                template,
                unit.get(),
                template.isArrivalTime() && isReadable
                        ? Tables.TIMESTAMP_ON_ERROR.orThrow()
                        : timestamp.get(Tables.TIMESTAMP_ON_ERROR),
                onEqual,
                sequence(timestamp, onEqual));
    }

    private @Nullable String sequence(Section timestamp, EqualTimestamps onEqual) {
        if (onEqual != EqualTimestamps.COMPOSITE_KEY) {
            return null;
        }
        var sequence = timestamp.value(Tables.SEQUENCE_NAME);
        var standard = Tables.SEQUENCE_NAME.orThrow();
        if (!sequence.isPresent() && !names.reserve(standard)) {
            timestamp.reject("gives both keys the name " + standard + "; set sequence-name");
        }
        return sequence.read(names).orElse(standard);
    }
}
