// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.bench;

import io.github.hivemqtdengine.config.ConfigurationException;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.raw.RawEncoding;
import io.github.hivemqtdengine.decode.raw.RawFormat;
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
import io.github.hivemqtdengine.route.RouteTable;
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
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Cost of a message before it is a row: the look-up of its routes, then decoding and mapping. To run it:
 *
 * <pre>
 * ./mvnw -q test-compile dependency:build-classpath -Dmdep.outputFile=target/classpath -DincludeScope=test
 * java -cp target/test-classes:target/classes:$(cat target/classpath) org.openjdk.jmh.Main MappingBenchmark -prof gc
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class MappingBenchmark {

    private static final MappingEvents EVENTS = (event, subject) -> {};
    private static final int FILTERS = 10_000;
    private static final int TOPICS = 1 << 10;
    private static final List<String> FIELDS = List.of("voltage", "current", "phase", "power", "frequency");
    private static final String RECORD = "{\"ts\":1700000000123,\"voltage\":230.12,\"current\":4.31,\"phase\":120,"
            + "\"power\":991.7,\"frequency\":50.01}";

    private final RouteTable manyFilters = RouteTable.of(IntStream.range(0, FILTERS)
            .mapToObj(i -> rawRoute("r" + i, "site/{site}/line" + i % 100 + "/meter" + i + "/#"))
            .toList());
    private final String[] matching = topics("meter");
    private final String[] others = topics("pump");

    private final Route json = jsonRoute(null);
    private final Route jsonRows = jsonRoute("/readings");
    private final Route raw = rawRoute("raw", "#");
    private final Route namespace = namespaceRoute();
    private final InboundMessage[] flatMessages = messages(RECORD);
    private final InboundMessage[] rawMessages = messages("20 bytes of payload!");
    private final InboundMessage[] hundredRecords = messages(
            IntStream.range(0, 100).mapToObj(i -> RECORD).collect(Collectors.joining(",", "{\"readings\":[", "]}")));
    private int next;

    @Benchmark
    public List<Route> lookUpAmongTenThousandFilters() {
        return manyFilters.match(matching[next()]);
    }

    @Benchmark
    public List<Route> lookUpWithoutMatch() {
        return manyFilters.match(others[next()]);
    }

    @Benchmark
    public List<Row> flatJsonOfFiveNumbers() throws MappingException {
        return json.rows(flatMessages[next()], EVENTS);
    }

    @Benchmark
    public List<Row> flatJsonAsFiveRowsOfTheNamespace() throws MappingException {
        return namespace.rows(flatMessages[next()], EVENTS);
    }

    @Benchmark
    public List<Row> rawTwentyBytes() throws MappingException {
        return raw.rows(rawMessages[next()], EVENTS);
    }

    @Benchmark
    public List<Row> hundredRecordsOfFiveNumbers() throws MappingException {
        return jsonRows.rows(hundredRecords[next()], EVENTS);
    }

    private int next() {
        next = (next + 1) & (TOPICS - 1);
        return next;
    }

    private static Route namespaceRoute() {
        try {
            var settings = new ConfigurationReader().read(Path.of("conf/examples/namespace/preset.xml"));
            return RouteCompiler.compile(settings.routes().get(0));
        } catch (ConfigurationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String[] topics(String device) {
        return IntStream.range(0, TOPICS)
                .map(i -> i * 7 % FILTERS)
                .mapToObj(i -> "site/berlin/line" + i % 100 + "/" + device + i + "/data")
                .toArray(String[]::new);
    }

    private static InboundMessage[] messages(String payload) {
        var bytes = payload.getBytes(StandardCharsets.UTF_8);
        return IntStream.range(0, TOPICS)
                .mapToObj(i -> new InboundMessage(
                        "site/berlin/meter/" + i,
                        bytes,
                        "client-" + i,
                        "user",
                        1,
                        false,
                        false,
                        Mqtt5Properties.NONE,
                        1_700_000_000_000_000L + i))
                .toArray(InboundMessage[]::new);
    }

    private static Route jsonRoute(@Nullable String rows) {
        var columns = FIELDS.stream()
                .map(field -> value(field, field.equals("phase") ? "INT" : "DOUBLE", "${payload:/" + field + "}"))
                .toList();
        var timestamp = new TimestampSettings(
                "ts",
                Template.parse("${payload:/ts}"),
                TimestampUnit.MILLISECONDS,
                OnError.DEAD_LETTER,
                EqualTimestamps.OVERWRITE,
                null);
        var payload = new PayloadSettings(new JsonFormat(), RecordShape.rowsAt(rows));
        return route("json", "site/{site}/meter/{meter}", payload, timestamp, columns);
    }

    private static Route rawRoute(String id, String filter) {
        var timestamp = new TimestampSettings(
                "ts",
                Template.parse("${arrival-time}"),
                TimestampUnit.MILLISECONDS,
                OnError.DEAD_LETTER,
                EqualTimestamps.BUMP,
                null);
        var columns = List.of(value("payload", "VARCHAR(4096)", "${payload}"), value("qos", "TINYINT", "${mqtt-qos}"));
        return route(
                id,
                filter,
                new PayloadSettings(new RawFormat(RawEncoding.AUTO), RecordShape.ONE_RECORD),
                timestamp,
                columns);
    }

    private static Route route(
            String id,
            String filter,
            PayloadSettings payload,
            TimestampSettings timestamp,
            List<ValueSettings> columns) {
        var tags = List.of(value("client", "VARCHAR(128)", "${mqtt-client-id}"));
        var subtable = Template.parse("m_${mqtt-topic:2}_${mqtt-topic:4}");
        return RouteCompiler.compile(new RouteSettings(
                id,
                "db",
                Set.of(MessageSource.PUBLISHES),
                List.of(TopicFilter.parse(filter)),
                List.of(),
                payload,
                List.of(new TableSettings(
                        "meters",
                        null,
                        subtable,
                        TableSettings.UNLIMITED,
                        timestamp,
                        columns,
                        null,
                        tags,
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
