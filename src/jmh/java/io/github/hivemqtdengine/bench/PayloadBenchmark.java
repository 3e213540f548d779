// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.bench;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import java.util.List;
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
 * Cost of a message of wide records by its format: decoding, and decoding and mapping to rows of nine columns, the
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
        var payloads = isAvro ? WideRoute.avro() : new JsonFormat();
        var fields = WideRoute.fields();
        decoder = payloads.decoder(fields, RecordShape.rowsAt(""));
        route = WideRoute.of(payloads);
        message = WideRoute.message(payload.bytes(), 1_700_000_000_000_000L);
    }

    @Benchmark
    public List<@Nullable Object[]> decode() throws DecodeException {
        return Objects.requireNonNull(decoder).decode(payload, BrokenRecords.REFUSED);
    }

    @Benchmark
    public List<Row> map() throws MappingException {
        return Objects.requireNonNull(route).rows(Objects.requireNonNull(message), EVENTS);
    }
}
