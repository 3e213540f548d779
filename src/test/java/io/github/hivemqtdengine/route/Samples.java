package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.raw.RawEncoding;
import io.github.hivemqtdengine.decode.raw.RawFormat;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.TimestampUnit;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import io.github.hivemqtdengine.route.table.EqualTimestamps;
import io.github.hivemqtdengine.route.table.Sampling;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.table.TableSettings.AutoColumns;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import io.github.hivemqtdengine.route.table.TimestampSettings;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Messages and settings for the tests of mapping. */
public final class Samples {

    static final long ARRIVAL_MICROS = 1_700_000_000_123_456L;
    public static final TimestampSettings ARRIVAL = new TimestampSettings(
            "ts",
            Template.parse("${arrival-time}"),
            TimestampUnit.MILLISECONDS,
            OnError.DEAD_LETTER,
            EqualTimestamps.BUMP,
            null);
    static final PayloadSettings RAW = new PayloadSettings(new RawFormat(RawEncoding.AUTO), RecordShape.ONE_RECORD);
    public static final PayloadSettings JSON = new PayloadSettings(new JsonFormat(), RecordShape.ONE_RECORD);

    private Samples() {}

    public static InboundMessage message(String payload) {
        return message("site/berlin/meter/7", payload);
    }

    public static InboundMessage message(String topic, String payload) {
        return messageOf("client-1", topic, payload);
    }

    public static InboundMessage messageOf(String clientId, String topic, String payload) {
        return new InboundMessage(
                topic,
                payload.getBytes(StandardCharsets.UTF_8),
                clientId,
                "user-1",
                1,
                true,
                false,
                new Mqtt5Properties("text/plain", "answers", 3_600L, List.of(new UserProperty("unit", "V"))),
                ARRIVAL_MICROS);
    }

    public static InboundMessage bareMessage(String topic) {
        return new InboundMessage(
                topic, new byte[0], "client-1", null, 0, false, true, Mqtt5Properties.NONE, ARRIVAL_MICROS);
    }

    public static ValueSettings value(String name, String type, String template) {
        return value(name, type, template, null, ValueErrors.DEAD_LETTER);
    }

    public static ValueSettings value(
            String name,
            String type,
            String template,
            @Nullable String defaultValue,
            OnError onMissing,
            OnError onMismatch) {
        return value(
                name, type, template, defaultValue, new ValueErrors(onMissing, onMismatch, onMismatch, onMismatch));
    }

    public static ValueSettings value(
            String name, String type, String template, @Nullable String defaultValue, ValueErrors errors) {
        var column = new Column(name, ColumnType.parse(type));
        return new ValueSettings(column, Template.parse(template), defaultValue, errors);
    }

    public static RouteSettings route(
            PayloadSettings payload, String subtable, TimestampSettings timestamp, ValueSettings... columns) {
        return route(payload, subtable, OnError.DEAD_LETTER, timestamp, columns);
    }

    public static RouteSettings route(
            PayloadSettings payload,
            String subtable,
            OnError onNameError,
            TimestampSettings timestamp,
            ValueSettings... columns) {
        var tag = value("route", "VARCHAR(64)", "${route-id}");
        return new RouteSettings(
                "meters",
                "plant",
                MessageSource.PUBLISHES,
                List.of(TopicFilter.parse("site/{site}/meter/{meter}/#"), TopicFilter.parse("{site}/+/{meter}")),
                List.of(),
                payload,
                List.of(new TableSettings(
                        "meters",
                        Template.parse(subtable),
                        timestamp,
                        List.of(columns),
                        null,
                        List.of(tag),
                        null,
                        Sampling.NONE,
                        onNameError,
                        OnTagChange.IGNORE)),
                OnError.DROP);
    }

    /** A route to one subtable with columns for the fields of its messages. */
    public static RouteSettings autoColumns(String id, Sampling sampling) {
        var settings = route(JSON, "m", ARRIVAL);
        var table = settings.tables().get(0);
        return new RouteSettings(
                id,
                settings.databaseId(),
                settings.sources(),
                settings.filters(),
                settings.excludes(),
                settings.payload(),
                List.of(new TableSettings(
                        table.superTable(),
                        table.subtable(),
                        table.timestamp(),
                        table.columns(),
                        new AutoColumns("", 100, false, ValueErrors.DEAD_LETTER),
                        List.of(value("kind", "VARCHAR(8)", "fixed")),
                        table.where(),
                        sampling,
                        table.onNameError(),
                        table.onTagChange())),
                settings.onDecodeError(),
                null,
                settings.retained());
    }

    public static Route mapping(PayloadSettings payload, ValueSettings... columns) {
        return Route.of(route(payload, "m_${mqtt-topic:meter}", ARRIVAL, columns));
    }
}
