// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import io.github.hivemqtdengine.decode.BinaryInput;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.document.ValueDocument.NamedParts;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugFormat.SparkplugMessage;
import io.github.hivemqtdengine.decode.sparkplug.SparkplugTopic.MessageType;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Fields of a message: what its topic, its payload and the state of its edge node say. */
final class MessageFields implements NamedParts {

    private static final List<String> NAMES = List.of(
            "type", "group", "node", "device", "timestamp", "seq", "bd-seq", "uuid", "metrics", "samples", "states");

    private static final List<String> SAMPLE = List.of("timestamp", "values");

    private final SparkplugTopic topic;
    private final Instant timestamp;
    private final @Nullable Long seq;
    private final @Nullable Number bdSeq;
    private final @Nullable String uuid;
    private final List<Metric> metrics;
    private final List<DeviceState> states;
    private @Nullable List<NamedValues> samples;

    private MessageFields(
            SparkplugMessage message,
            Instant timestamp,
            @Nullable Long seq,
            @Nullable String uuid,
            long bdSeq,
            List<Metric> metrics,
            List<DeviceState> states) {
        this.topic = message.topic();
        this.timestamp = timestamp;
        this.seq = seq;
        this.uuid = uuid;
        this.bdSeq = bdSeq < 0 ? null : bdSeq;
        this.metrics = metrics;
        this.states = states;
    }

    static MessageFields read(byte[] bytes, SparkplugMessage message) throws DecodeException {
        var arrival = Instant.EPOCH.plus(message.arrivalMicros(), ChronoUnit.MICROS);
        if (message.topic().type() == MessageType.STATE) {
            var state = DeviceState.ofHost(bytes, arrival);
            return new MessageFields(message, state.timestamp(), null, null, -1, List.of(), List.of(state));
        }
        var payload = WirePayload.read(bytes, message.maxBytes());
        var type = message.topic().type();
        var sent = type == MessageType.NDEATH ? null : payload.timestamp(); // a will has the time of the CONNECT
        var timestamp = sent == null ? arrival : Instant.ofEpochMilli(sent);
        long bdSeq = bdSeq(payload, message);
        return new MessageFields(
                message,
                timestamp,
                payload.seq(),
                payload.uuid(),
                bdSeq,
                MetricResolution.metrics(payload, message, timestamp),
                DeviceState.of(message, timestamp, bdSeq));
    }

    /** Returns the number of the session: of the payload itself, or of the node's BIRTH; -1 if it is unknown. */
    private static long bdSeq(WirePayload payload, SparkplugMessage message) {
        var type = message.topic().type();
        if (type == MessageType.NBIRTH || type == MessageType.NDEATH) {
            return payload.bdSeq();
        }
        var birth = message.state().birth(null);
        return birth == null ? -1 : birth.bdSeq();
    }

    @Override
    public List<String> names() {
        return NAMES;
    }

    @Override
    public @Nullable Object value(int index) {
        return switch (index) {
            case 0 -> topic.type().name();
            case 1 -> topic.group();
            case 2 -> topic.node();
            case 3 -> topic.device();
            case 4 -> timestamp;
            case 5 -> seq == null ? null : BinaryInput.unsigned(seq);
            case 6 -> bdSeq;
            case 7 -> uuid;
            case 8 -> metrics;
            case 9 -> samples();
            default -> states;
        };
    }

    /** Returns the values by name for each time, without transient metrics and controls. */
    private List<NamedValues> samples() {
        if (samples == null) {
            var values = new LinkedHashMap<Instant, Map<String, @Nullable Object>>();
            for (var metric : metrics) {
                if (!metric.isTransient() && !WirePayload.isControl(metric.name())) {
                    values.computeIfAbsent(metric.timestamp(), time -> new LinkedHashMap<>())
                            .put(metric.name(), metric.value());
                }
            }
            samples = values.entrySet().stream()
                    .map(sample -> new NamedValues(SAMPLE, List.of(sample.getKey(), named(sample.getValue()))))
                    .toList();
        }
        return samples;
    }

    private static NamedValues named(Map<String, @Nullable Object> values) {
        return new NamedValues(new ArrayList<>(values.keySet()), new ArrayList<>(values.values()));
    }
}
