// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.bench;

import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.PayloadSettings;
import io.github.hivemqtdengine.route.RateLimits;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.RouteSettings.Retained;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
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
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * One message of many rows with a value around them that the mapping refers to. To run it, as {@link MappingBenchmark}:
 *
 * <pre>
 * java -cp ... org.openjdk.jmh.Main SharedValueBenchmark -prof gc
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Warmup(iterations = 2)
@Measurement(iterations = 3)
@Fork(value = 1, jvmArgs = "-Xmx1g")
public class SharedValueBenchmark {

    private static final MappingEvents EVENTS = (event, subject) -> {};
    private static final ValueErrors CUT = new ValueErrors(OnError.NULL, OnError.NULL, OnError.TRUNCATE, OnError.NULL);

    @Param({"100000"})
    private int rows;

    @Param({"1000000"})
    private int length;

    @Param({"m|${payload:/v}", "r_${payload:../id}|${payload:/v}", "m|${payload:../id}", "m|${lower(payload:../id)}"})
    private String mapping = "";

    private Route route = route("m", "");
    private InboundMessage message = message("");

    @Setup
    public void prepare() {
        var parts = mapping.split("\\|", 2);
        route = route(parts[0], parts[1]);
        message = message("{\"devices\":[{\"id\":\"" + "I".repeat(length) + "\",\"readings\":["
                + "{\"v\":12345},".repeat(rows - 1) + "{\"v\":1}]}]}");
    }

    @Benchmark
    public List<Row> rowsOfOneMessage() throws MappingException {
        return route.rows(message, EVENTS);
    }

    private static InboundMessage message(String payload) {
        return new InboundMessage(
                "site/1",
                payload.getBytes(StandardCharsets.UTF_8),
                "client",
                null,
                1,
                false,
                false,
                Mqtt5Properties.NONE,
                1_700_000_000_000_000L);
    }

    private static Route route(String subtable, String template) {
        var timestamp = new TimestampSettings(
                "ts",
                Template.parse("${arrival-time}"),
                TimestampUnit.MILLISECONDS,
                OnError.DEAD_LETTER,
                EqualTimestamps.BUMP,
                null);
        var value = new ValueSettings(
                new Column("v", ColumnType.parse("VARCHAR(64)")), Template.parse(template), null, CUT);
        return RouteCompiler.compile(new RouteSettings(
                "shared",
                "db",
                Set.of(MessageSource.PUBLISHES),
                List.of(TopicFilter.parse("site/#")),
                List.of(),
                new PayloadSettings(new JsonFormat(), RecordShape.rowsAt("/devices/*/readings")),
                List.of(new TableSettings(
                        "shared",
                        null,
                        Template.parse(subtable),
                        TableSettings.UNLIMITED,
                        timestamp,
                        List.of(value),
                        null,
                        List.of(),
                        null,
                        Sampling.NONE,
                        OnError.DEAD_LETTER,
                        OnTagChange.IGNORE)),
                OnError.DEAD_LETTER,
                null,
                Retained.IGNORE,
                RateLimits.NONE));
    }
}
