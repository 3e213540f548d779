package io.github.hivemqtdengine.bench;

import io.github.hivemqtdengine.decode.AvroFormat;
import io.github.hivemqtdengine.decode.AvroSchema;
import io.github.hivemqtdengine.decode.BrokenRecords;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.JsonFormat;
import io.github.hivemqtdengine.decode.Payload;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.EqualTimestamps;
import io.github.hivemqtdengine.route.MappingEvents;
import io.github.hivemqtdengine.route.MappingException;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.OnError;
import io.github.hivemqtdengine.route.OnTagChange;
import io.github.hivemqtdengine.route.PayloadSettings;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteSettings;
import io.github.hivemqtdengine.route.Sampling;
import io.github.hivemqtdengine.route.TableSettings;
import io.github.hivemqtdengine.route.TimestampSettings;
import io.github.hivemqtdengine.route.TimestampUnit;
import io.github.hivemqtdengine.route.TopicFilter;
import io.github.hivemqtdengine.route.ValueErrors;
import io.github.hivemqtdengine.route.ValueSettings;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
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
 * What a message of wide records costs by its format: decoding, and decoding and mapping to rows of nine columns, the
 * array kept as it is. To run it, and print how many times Avro's time JSON takes:
 *
 * <pre>
 * ./mvnw -q test-compile dependency:build-classpath -Dmdep.outputFile=target/classpath -DincludeScope=test
 * java -cp target/test-classes:target/classes:$(cat target/classpath) org.openjdk.jmh.Main PayloadBenchmark -prof gc -rf csv
 * awk -F, '/Benchmark.(decode|map)"/ { gsub(/"/, ""); t[$1 " " $9, $8] = $5; k[$1 " " $9] }
 *     END { for (i in k) print i, t[i, "json"] / t[i, "avro"] }' jmh-result.csv
 * </pre>
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class PayloadBenchmark {

    private static final MappingEvents EVENTS = (event, subject) -> {};
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

    @Param({"avro", "json"})
    public String format = "avro";

    @Param({"1", "10", "100"})
    public int records = 1;

    private Payload payload = Payload.of(new byte[0]);
    private @Nullable Decoder decoder;
    private @Nullable Route route;
    private @Nullable InboundMessage message;

    @Setup
    public void setUp() {
        boolean isAvro = format.equals("avro");
        var wide = new WideRecords();
        payload = Payload.of(isAvro ? wide.avro(records) : wide.json(records));
        PayloadFormat payloads = isAvro
                ? AvroFormat.datums(AvroSchema.parse(WideRecords.SCHEMA.getBytes(StandardCharsets.UTF_8)), null)
                : new JsonFormat();
        var fields = COLUMNS.keySet().stream()
                .map(name -> FieldPath.ofRecord("/" + name))
                .toList();
        decoder = payloads.decoder(fields, RecordShape.rowsAt(""));
        route = route(new PayloadSettings(payloads, RecordShape.rowsAt("")));
        message = new InboundMessage(
                "wide/1",
                payload.bytes(),
                "client",
                "user",
                1,
                false,
                false,
                Mqtt5Properties.NONE,
                1_700_000_000_000_000L);
    }

    @Benchmark
    public List<@Nullable Object[]> decode() throws DecodeException {
        return Objects.requireNonNull(decoder).decode(payload, BrokenRecords.REFUSED);
    }

    @Benchmark
    public List<Row> map() throws MappingException {
        return Objects.requireNonNull(route).rows(Objects.requireNonNull(message), EVENTS);
    }

    private static Route route(PayloadSettings payload) {
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
        return Route.of(new RouteSettings(
                "wide",
                "db",
                MessageSource.PUBLISHES,
                List.of(TopicFilter.parse("wide/#")),
                List.of(),
                payload,
                List.of(new TableSettings(
                        "wide",
                        Template.parse("w_${mqtt-client-id}"),
                        timestamp,
                        columns,
                        null,
                        List.of(value("client", "VARCHAR(128)", "${mqtt-client-id}")),
                        null,
                        Sampling.NONE,
                        OnError.DEAD_LETTER,
                        OnTagChange.IGNORE)),
                OnError.DEAD_LETTER));
    }

    private static ValueSettings value(String name, String type, String template) {
        return new ValueSettings(
                new Column(name, ColumnType.parse(type)), Template.parse(template), null, ValueErrors.DEAD_LETTER);
    }
}
