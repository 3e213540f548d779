// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat.Precision;
import io.github.hivemqtdengine.decode.raw.RawEncoding;
import io.github.hivemqtdengine.decode.raw.RawFormat;
import io.github.hivemqtdengine.expression.Expression;
import io.github.hivemqtdengine.expression.StatementTemplate;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Mqtt5Properties.UserProperty;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.RouteSettings.Retained;
import io.github.hivemqtdengine.route.RouteSettings.StatementSettings;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.TimestampConversion.TimestampUnit;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import io.github.hivemqtdengine.route.table.Sampling;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.table.TableSettings.AutoColumns;
import io.github.hivemqtdengine.route.table.TableSettings.AutoTags;
import io.github.hivemqtdengine.route.table.TableSettings.ConditionSettings;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import io.github.hivemqtdengine.route.table.TableSettings.SuperTableNames;
import io.github.hivemqtdengine.route.table.TimestampSettings;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
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

    public static InboundMessage messageOf(byte[] payload) {
        return new InboundMessage(
                "site/berlin/meter/7",
                payload,
                "client-1",
                null,
                1,
                false,
                false,
                Mqtt5Properties.NONE,
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
                Set.of(MessageSource.PUBLISHES),
                List.of(TopicFilter.parse("site/{site}/meter/{meter}/#"), TopicFilter.parse("{site}/+/{meter}")),
                List.of(),
                payload,
                List.of(new TableSettings(
                        "meters",
                        null,
                        Template.parse(subtable),
                        TableSettings.UNLIMITED,
                        timestamp,
                        List.of(columns),
                        null,
                        List.of(tag),
                        null,
                        Sampling.NONE,
                        onNameError,
                        OnTagChange.IGNORE)),
                OnError.DROP,
                null,
                Retained.IGNORE,
                RateLimits.NONE);
    }

    /** A route to one subtable with columns for the fields of its messages. */
    public static RouteSettings autoColumns(String id, Sampling sampling) {
        var settings = route(JSON, "m", ARRIVAL);
        var auto = new AutoColumns("", 100, false, ValueErrors.DEAD_LETTER);
        var tag = value("kind", "VARCHAR(8)", "fixed");
        return withTables(
                id,
                settings,
                withSampling(withTags(settings.tables().get(0), auto, OnTagChange.IGNORE, tag), sampling));
    }

    /** The settings of lines whose measurement names the table, with automatic columns and tags. */
    public static RouteSettings lines(String superTable, int tables, Set<String> taken, AutoTags tags) {
        return lines(superTable, tables, taken, tags, "${payload:/measurement}", OnError.DEAD_LETTER);
    }

    /** Likewise, with the template of the subtable and the action for names that can't be used. */
    public static RouteSettings lines(
            String superTable, int tables, Set<String> taken, AutoTags tags, String subtable, OnError onNameError) {
        var like =
                route(new PayloadSettings(new LineProtocolFormat(Precision.NS), RecordShape.ONE_RECORD), "m", ARRIVAL);
        var table = new TableSettings(
                superTable,
                new SuperTableNames(Template.parse(superTable), tables, 192, taken),
                Template.parse(subtable),
                TableSettings.UNLIMITED,
                new TimestampSettings(
                        "ts",
                        Template.parse("${coalesce(payload:/timestamp, arrival-time)}"),
                        TimestampUnit.MILLISECONDS,
                        OnError.DEAD_LETTER,
                        EqualTimestamps.BUMP,
                        null),
                List.of(),
                new AutoColumns("/fields", 100, true, ValueErrors.DEAD_LETTER, tags),
                List.of(value("measurement", "VARCHAR(192)", "${payload:/measurement}")),
                null,
                Sampling.NONE,
                onNameError,
                OnTagChange.NEW_SUBTABLE);
        return withTables("lines", like, table);
    }

    /** Settings like others, with another id and other tables. */
    public static RouteSettings withTables(String id, RouteSettings like, TableSettings... tables) {
        return new RouteSettings(
                id,
                like.databaseId(),
                like.sources(),
                like.filters(),
                like.excludes(),
                like.payload(),
                List.of(tables),
                like.onDecodeError(),
                like.statement(),
                like.retained(),
                like.rateLimits());
    }

    /** The route of some settings whose only table has these automatic columns and tags. */
    public static Route withTags(
            RouteSettings like, @Nullable AutoColumns auto, OnTagChange onTagChange, ValueSettings... tags) {
        return RouteCompiler.compile(
                withTables(like.id(), like, withTags(like.tables().get(0), auto, onTagChange, tags)));
    }

    /** A table like another one with these automatic columns and tags. */
    public static TableSettings withTags(
            TableSettings like, @Nullable AutoColumns auto, OnTagChange onTagChange, ValueSettings... tags) {
        return table(like, like.superTable(), auto, List.of(tags), like.where(), like.sampling(), onTagChange);
    }

    /** A table like another one with a name and a condition, or {@code null} for none. */
    static TableSettings withCondition(TableSettings like, String name, @Nullable String where, ValueErrors errors) {
        var condition = where == null ? null : new ConditionSettings(Expression.parse(where), errors);
        return table(like, name, like.auto(), like.tags(), condition, like.sampling(), like.onTagChange());
    }

    /** A table like another one with this sampling. */
    static TableSettings withSampling(TableSettings like, Sampling sampling) {
        return table(like, like.superTable(), like.auto(), like.tags(), like.where(), sampling, like.onTagChange());
    }

    private static TableSettings table(
            TableSettings like,
            String name,
            @Nullable AutoColumns auto,
            List<ValueSettings> tags,
            @Nullable ConditionSettings where,
            Sampling sampling,
            OnTagChange onTagChange) {
        return new TableSettings(
                name,
                null,
                like.subtable(),
                TableSettings.UNLIMITED,
                like.timestamp(),
                like.columns(),
                auto,
                tags,
                where,
                sampling,
                like.onNameError(),
                onTagChange);
    }

    /** A route to a statement with these values. */
    static Route statement(PayloadSettings payload, String values, ValueErrors errors) {
        return RouteCompiler.compile(new RouteSettings(
                "own",
                "plant",
                Set.of(MessageSource.PUBLISHES),
                List.of(TopicFilter.parse("site/{site}/#")),
                List.of(),
                payload,
                List.of(),
                OnError.DEAD_LETTER,
                new StatementSettings(StatementTemplate.parse("INSERT INTO t VALUES (" + values + ")"), errors),
                Retained.IGNORE,
                RateLimits.NONE));
    }

    /** The values of the columns that have one, like {@code t DOUBLE=21.5}. */
    public static List<String> cells(Row row) {
        var columns = row.shape().columns();
        return IntStream.range(0, columns.size())
                .filter(i -> row.column(i) != null)
                .mapToObj(i -> columns.get(i).name() + " " + columns.get(i).type() + "=" + row.column(i))
                .toList();
    }

    public static Route mapping(PayloadSettings payload, ValueSettings... columns) {
        return RouteCompiler.compile(route(payload, "m_${mqtt-topic:meter}", ARRIVAL, columns));
    }
}
