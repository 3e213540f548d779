// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
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
import io.github.hivemqtdengine.testkit.DatabaseKind;
import io.github.hivemqtdengine.testkit.EachDatabase;
import io.github.hivemqtdengine.testkit.NumberTable;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

/** Each value of the documents' table of numbers, as each database and each engine stores it. */
@EachDatabase
class NumberTableIT {

    private static final ValueErrors NULL =
            new ValueErrors(OnError.DEAD_LETTER, OnError.NULL, OnError.DEAD_LETTER, OnError.NULL);

    @Parameter
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private DatabaseKind kind;

    @AutoClose
    private TimeSeriesDatabase server;

    @BeforeEach
    void open() {
        server = kind.fresh();
    }

    @Test
    void shouldStoreWhatTheDocumentsSayWithEveryEngine() throws Exception {
        for (var engine : List.of(WriteEngine.SQL, WriteEngine.STATEMENT)) {
            var types = types(engine);
            var name = "n_" + engine.name().toLowerCase(Locale.ROOT);
            write(route(name, types), engine);

            server.awaitCount(name, NumberTable.values().size());
            var columns =
                    IntStream.range(0, types.size()).mapToObj(i -> "c" + i).collect(Collectors.joining(", "));
            var stored = server.query("SELECT " + columns + " FROM " + name + " ORDER BY ts");
            for (int row = 0; row < stored.size(); row++) {
                var json = NumberTable.values().get(row);
                for (int column = 0; column < types.size(); column++) {
                    var type = types.get(column);
                    assertThat(comparable(type, stored.get(row).get(column)))
                            .as("%s as %s by %s", json, type, engine)
                            .isEqualTo(expected(json, type));
                }
            }
        }
    }

    /** A table with decimals is always written as SQL. */
    private static List<String> types(WriteEngine engine) {
        return NumberTable.types().stream()
                .filter(type -> engine == WriteEngine.SQL || !type.startsWith("DECIMAL"))
                .toList();
    }

    private static @Nullable Object expected(String json, String type) {
        return NumberTable.cells()
                .filter(cell -> cell.json().equals(json) && cell.type().equals(type))
                .findFirst()
                .orElseThrow()
                .stored()
                .map(NumberTable.reader(type))
                .orElse(null);
    }

    private static @Nullable Object comparable(String type, @Nullable Object stored) {
        if (stored == null || type.equals("BOOL")) {
            return stored instanceof Number bit ? (Object) (bit.longValue() == 1) : stored;
        }
        return switch (type) {
            case "FLOAT" -> ((Number) stored).floatValue();
            case "DOUBLE" -> ((Number) stored).doubleValue();
            default -> {
                var number = new BigDecimal(stored.toString());
                yield type.startsWith("DECIMAL") ? number.setScale(2) : number;
            }
        };
    }

    private void write(Route route, WriteEngine engine) throws Exception {
        var settings = new DatabaseSettings(
                "plant",
                ConnectionSettings.of(server.jdbcUrl(), server.username(), server.password())
                        .within(Duration.ofSeconds(5), Duration.ofSeconds(15)),
                server.name(),
                SchemaSettings.of(SchemaMode.CREATE, Precision.MICROSECONDS),
                engine);
        var rows = new ArrayList<Row>();
        for (var json : NumberTable.values()) {
            long micros = TestTables.TIME / TestTables.MICROSECOND + rows.size();
            var message = new InboundMessage(
                    "a",
                    ("{\"v\":" + json + "}").getBytes(StandardCharsets.UTF_8),
                    "client",
                    null,
                    1,
                    false,
                    false,
                    Mqtt5Properties.NONE,
                    micros);
            rows.addAll(route.rows(message, (event, subject) -> {}));
        }
        try (var database = JdbcDatabase.of(settings, 1);
                var writer = database.openWriter()) {
            writer.write(rows);
        }
    }

    private static Route route(String name, List<String> types) {
        var columns = IntStream.range(0, types.size())
                .mapToObj(i -> new ValueSettings(
                        new Column("c" + i, ColumnType.parse(types.get(i))),
                        Template.parse("${payload:/v}"),
                        null,
                        NULL))
                .toList();
        var time = new TimestampSettings(
                "ts",
                Template.parse("${arrival-time}"),
                TimestampUnit.MILLISECONDS,
                OnError.DEAD_LETTER,
                EqualTimestamps.BUMP,
                null);
        var tag = new ValueSettings(
                new Column("t", ColumnType.parse("INT")), Template.parse("1"), null, ValueErrors.DEAD_LETTER);
        var table = new TableSettings(
                name,
                null,
                Template.parse("t_" + name),
                TableSettings.UNLIMITED,
                time,
                columns,
                null,
                List.of(tag),
                null,
                Sampling.NONE,
                OnError.DEAD_LETTER,
                OnTagChange.IGNORE);
        return RouteCompiler.compile(new RouteSettings(
                "numbers",
                "plant",
                Set.of(MessageSource.PUBLISHES),
                List.of(TopicFilter.parse("#")),
                List.of(),
                new PayloadSettings(new JsonFormat(), RecordShape.ONE_RECORD),
                List.of(table),
                OnError.DEAD_LETTER,
                null,
                Retained.IGNORE,
                RateLimits.NONE));
    }
}
