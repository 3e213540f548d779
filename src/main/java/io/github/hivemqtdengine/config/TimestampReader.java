package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.config.xml.UniqueNames;
import io.github.hivemqtdengine.config.xml.Value;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.TimestampUnit;
import io.github.hivemqtdengine.route.table.EqualTimestamps;
import io.github.hivemqtdengine.route.table.TimestampSettings;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads {@code <timestamp>}. */
final class TimestampReader {

    private static final String NAME = "ts";
    private static final String SEQUENCE_NAME = "seq";
    private static final Template VALUE = Template.parse("${arrival-time}");
    private static final Choice<EqualTimestamps> EQUAL = Choice.of(EqualTimestamps.class);
    private static final Choice<TimestampUnit> UNITS =
            Choice.among(TimestampUnit::word, List.of(TimestampUnit.values()));

    private final UniqueNames names;
    private final Templates templates;

    TimestampReader(UniqueNames names, Templates templates) {
        this.names = names;
        this.templates = templates;
    }

    TimestampSettings read(Section timestamp) {
        var name = timestamp.attribute("name");
        if (!name.isPresent()) {
            names.reserve(NAME);
        }
        var value = timestamp.attribute("value");
        var written = value.read(templates::parse);
        var template = written.orElse(VALUE);
        var unit = timestamp.attribute("unit");
        boolean isReadable = written.isPresent() || !value.isPresent();
        if (isReadable && template.isArrivalTime()) {
            unit.reject("says how a time in the message is written, but the value is the time of arrival; "
                    + "leave it out, or say where the time is, like value=\"${payload:/time}\"");
        }
        var onEqual = timestamp
                .attribute("on-equal")
                .or(EQUAL, template.isArrivalTime() ? EqualTimestamps.BUMP : EqualTimestamps.OVERWRITE);
        return new TimestampSettings(
                name.or(names, NAME),
                template,
                unit.or(UNITS, TimestampUnit.MILLISECONDS),
                onError(timestamp.attribute("on-error"), template),
                onEqual,
                sequence(timestamp, onEqual));
    }

    private static OnError onError(Value onError, Template value) {
        if (value.isArrivalTime()) {
            onError.reject("has no meaning for the time of arrival, which every message has");
        }
        return onError.or(ErrorRules.FOR_ROWS, OnError.DEAD_LETTER);
    }

    private @Nullable String sequence(Section timestamp, EqualTimestamps onEqual) {
        var sequence = timestamp.attribute("sequence-name");
        if (onEqual != EqualTimestamps.COMPOSITE_KEY) {
            sequence.reject("names the second key, which only on-equal=\"composite-key\" has");
            return null;
        }
        if (!sequence.isPresent() && !names.reserve(SEQUENCE_NAME)) {
            timestamp.reject("gives both keys the name " + SEQUENCE_NAME + "; set sequence-name");
        }
        return sequence.or(names, SEQUENCE_NAME);
    }
}
