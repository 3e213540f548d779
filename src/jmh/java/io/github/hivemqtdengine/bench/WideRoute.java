// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.bench;

import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.avro.AvroFormat;
import io.github.hivemqtdengine.decode.avro.AvroSchema;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.PayloadSettings;
import io.github.hivemqtdengine.route.RateLimits;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.RouteSettings.Retained;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.TimestampConversion.TimestampUnit;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import io.github.hivemqtdengine.route.table.Sampling;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import io.github.hivemqtdengine.route.table.TimestampSettings;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A route that makes rows of nine columns of {@link WideRecords}, the array kept as it is. */
final class WideRoute {

    private static final Map<String, String> COLUMNS = Map.of(
            "count", "INT",
            "total", "BIGINT",
            "running", "BOOL",
            "level", "DOUBLE",
            "ratio", "FLOAT",
            "image", "VARBINARY(160)",
            "device", "VARCHAR(64)",
            "place", "VARCHAR(64)",
            "samples", "VARBINARY(4096)");

    private WideRoute() {}

    /** Wide records as Avro. */
    static PayloadFormat avro() {
        return AvroFormat.datums(AvroSchema.parse(WideRecords.SCHEMA.getBytes(StandardCharsets.UTF_8)), null);
    }

    /** Fields that the route reads. */
    static List<FieldPath> fields() {
        return COLUMNS.keySet().stream()
                .map(name -> FieldPath.ofRecord("/" + name))
                .toList();
    }

    static InboundMessage message(byte[] payload, long arrivalMicros) {
        return new InboundMessage(
                "wide/1", payload, "client", "user", 1, false, false, Mqtt5Properties.NONE, arrivalMicros);
    }

    /** The route for payloads that are lists of such records. */
    static Route of(PayloadFormat format) {
        var payload = new PayloadSettings(format, RecordShape.rowsAt(""));
        var timestamp = new TimestampSettings(
                "ts",
                Template.parse("${arrival-time}"),
                TimestampUnit.MICROSECONDS,
                OnError.DEAD_LETTER,
                EqualTimestamps.BUMP,
                null);
        var columns = COLUMNS.entrySet().stream()
                .map(column -> value(column.getKey(), column.getValue(), "${payload:/" + column.getKey() + "}"))
                .toList();
        return RouteCompiler.compile(new RouteSettings(
                "wide",
                "db",
                Set.of(MessageSource.PUBLISHES),
                List.of(TopicFilter.parse("wide/#")),
                List.of(),
                payload,
                List.of(new TableSettings(
                        "wide",
                        null,
                        Template.parse("w_${mqtt-client-id}"),
                        TableSettings.UNLIMITED,
                        timestamp,
                        columns,
                        null,
                        List.of(value("client", "VARCHAR(128)", "${mqtt-client-id}")),
                        null,
                        Sampling.NONE,
                        OnError.DEAD_LETTER,
                        OnTagChange.IGNORE)),
                OnError.DEAD_LETTER,
                null,
                Retained.IGNORE,
                RateLimits.NONE));
    }

    private static ValueSettings value(String name, String type, String template) {
        return new ValueSettings(
                new Column(name, ColumnType.parse(type)), Template.parse(template), null, ValueErrors.DEAD_LETTER);
    }
}
