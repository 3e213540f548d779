// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.sparkplug.Birth.Definition;
import io.github.hivemqtdengine.decode.sparkplug.DataType.Kind;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat.SparkplugMessage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Resolution of the metrics of one message: names and datatypes come from the BIRTH, members of templates become
 * metrics of their own, and definitions of templates are left out.
 */
final class MetricResolution {

    /** Quality of a metric without the property. */
    private static final Long GOOD = 192L;

    private final @Nullable Birth birth;
    private final @Nullable Birth nextBirth;
    private final boolean isBirth;
    private final MemberNames names = new MemberNames();
    private final List<Metric> metrics = new ArrayList<>();

    /** Properties that the members of a template inherit unless they have their own. */
    private record Around(
            String name,
            Instant timestamp,
            boolean isHistorical,
            boolean isTransient,
            @Nullable Object quality) {}

    /**
     * @param birth the BIRTH that the message relies on, or {@code null} if it is unknown
     * @param nextBirth a later BIRTH that a replayed message may use, or {@code null}
     * @param isBirth whether the message is a BIRTH
     */
    private MetricResolution(@Nullable Birth birth, @Nullable Birth nextBirth, boolean isBirth) {
        this.birth = birth;
        this.nextBirth = nextBirth;
        this.isBirth = isBirth;
    }

    /** @param timestamp time of metrics without their own */
    static List<Metric> metrics(WirePayload payload, SparkplugMessage message, Instant timestamp)
            throws DecodeException {
        var topic = message.topic();
        boolean isBirth = topic.type().isBirth();
        var state = message.state();
        var resolution = isBirth
                ? new MetricResolution(null, null, true)
                : new MetricResolution(state.birth(topic.device()), state.nextBirth(topic.device()), false);
        var around = new Around("", timestamp, false, false, GOOD);
        for (var metric : payload.metrics()) {
            resolution.add(metric, around);
        }
        return resolution.metrics;
    }

    private void add(WireMetric wire, Around around) throws DecodeException {
        var template = wire.template();
        if (template != null && template.isDefinition()) {
            return;
        }
        var definition = definition(wire);
        var own = wire.name();
        var name = own == null ? named(definition, wire) : names.of(around.name, own);
        var time = wire.timestamp();
        var timestamp = time == null ? around.timestamp : instant(time, around.timestamp);
        boolean isHistorical = wire.isHistorical() || around.isHistorical;
        boolean isTransient = wire.isTransient() || around.isTransient;
        var quality = quality(wire.properties(), around.quality);
        if (template != null) {
            var inner = new Around(name, timestamp, isHistorical, isTransient, quality);
            for (var member : template.members()) {
                add(member, inner);
            }
            return;
        }
        var type = type(wire, name, definition);
        metrics.add(new Metric(
                name,
                wire.alias(),
                type,
                kind(wire, type),
                timestamp,
                isHistorical,
                isTransient,
                value(wire, type),
                quality,
                wire.properties(),
                wire.metadata(),
                isBirth));
    }

    /** Returns the definition of a metric that has no name. */
    private @Nullable Definition definition(WireMetric wire) {
        var alias = wire.alias();
        if (wire.name() != null || alias == null) {
            return null;
        }
        var known = birth == null ? null : birth.byAlias(alias);
        return known != null || nextBirth == null ? known : nextBirth.byAlias(alias);
    }

    private static @Nullable Definition byName(@Nullable Birth birth, String name) {
        return birth == null ? null : birth.byName(name);
    }

    private String named(@Nullable Definition definition, WireMetric wire) throws DecodeException {
        if (definition != null) {
            return definition.name();
        }
        var alias = wire.alias() == null ? "" : String.valueOf(BinaryInput.unsigned(wire.alias()));
        throw isBirth
                ? wire.failed(new DecodeException(Fault.MALFORMED, "It has no name in a BIRTH", -1))
                : new DecodeException(
                        Fault.UNKNOWN_ALIAS,
                        birth == null
                                ? "The metric of alias " + alias + " has no name, because no BIRTH before it is known"
                                : "The metric of alias " + alias + " has no name in the last BIRTH",
                        -1);
    }

    /** @param definition definition of a metric that has no name */
    private DataType type(WireMetric wire, String name, @Nullable Definition definition) {
        if (wire.datatype() != 0) {
            return DataType.of(wire.datatype());
        }
        var announced = typeOf(definition == null ? byName(birth, name) : definition);
        if (announced.kind(wire.value()) != null) {
            return announced;
        }
        var next = typeOf(byName(nextBirth, name));
        return next == DataType.UNKNOWN && name.equals(WirePayload.BD_SEQ) ? DataType.INT64 : next;
    }

    private static DataType typeOf(@Nullable Definition definition) {
        return definition == null ? DataType.UNKNOWN : DataType.of(definition.datatype());
    }

    /** Returns the kind of a metric's value, which is never guessed. */
    private Kind kind(WireMetric wire, DataType type) throws DecodeException {
        var kind = type.kind(wire.value());
        if (kind != null) {
            return kind;
        }
        if (wire.datatype() != 0) {
            var number = Integer.toUnsignedString(wire.datatype());
            throw wire.failed(new DecodeException(
                    Fault.MALFORMED, "It has the datatype " + number + ", which Sparkplug B does not define", -1));
        }
        throw isBirth
                ? wire.failed(new DecodeException(Fault.MALFORMED, "It has no datatype in a BIRTH", -1))
                : new DecodeException(
                        Fault.UNKNOWN_ALIAS,
                        birth == null
                                ? wire.label() + " has no datatype, because no BIRTH before it is known"
                                : wire.label() + " has no datatype in the last BIRTH",
                        -1);
    }

    private static @Nullable Object value(WireMetric wire, DataType type) throws DecodeException {
        var value = wire.value();
        try {
            return value == null ? null : type.value(value);
        } catch (DecodeException e) {
            throw wire.failed(e);
        }
    }

    /** Returns a time; metrics of one time share one object. */
    private static Instant instant(long millis, Instant shared) {
        var time = Instant.ofEpochMilli(millis);
        return time.equals(shared) ? shared : time;
    }

    private static @Nullable Object quality(@Nullable NamedValues properties, @Nullable Object around) {
        if (properties == null || !properties.names().contains(Metric.QUALITY)) {
            return around;
        }
        return properties.last(Metric.QUALITY) instanceof Long code ? code : null;
    }
}
