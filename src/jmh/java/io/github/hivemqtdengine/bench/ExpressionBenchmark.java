// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.bench;

import io.github.hivemqtdengine.expression.Binding;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.expression.ValueSource;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import java.math.BigDecimal;
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

/** Cost of evaluating an expression for a given payload field. Run it like {@link MappingBenchmark}. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class ExpressionBenchmark {

    private static final InboundMessage MESSAGE = new InboundMessage(
            "site/berlin/line7/meter4711/data",
            new byte[0],
            "client-7",
            "user",
            1,
            false,
            false,
            Mqtt5Properties.NONE,
            1_700_000_000_000_000L);

    /** In words of the configuration; the payload's field is 21.37, or a text where the expression wants one. */
    @Param({
        "${payload:/v}",
        "${round(payload:/v * 1.8 + 32, 1)}",
        "${payload:/v > 20 and payload:/v lt 30}",
        "${switch(payload:/text, 'OFF', 0, 'ON', 1)}",
        "${lower(replace(mqtt-topic, '/', '_'))}",
        "${regex(mqtt-topic, 'meter([0-9]+)')}",
        "${hash(mqtt-topic)}",
        "${time(payload:/when)}",
        "${time(payload:/local, 'dd.MM.yyyy HH:mm:ss', 'Europe/Berlin')}"
    })
    private String expression = "";

    private final @Nullable Object[] fields = {
        new BigDecimal("21.37"), "ON", "2026-11-22T13:14:15.123Z", "22.11.2026 14:14:15"
    };
    private ValueSource source = (message, values) -> null;

    /** Reads and compiles the expression, as the extension does once. */
    @Setup
    public void compile() {
        source = Template.parse(expression).bind(new Binding(reference -> switch (reference.argument()) {
            case "/v" -> (message, values) -> values[0];
            case "/text" -> (message, values) -> values[1];
            case "/when" -> (message, values) -> values[2];
            case "/local" -> (message, values) -> values[3];
            default -> (message, values) -> message.topic();
        }));
    }

    @Benchmark
    public @Nullable Object value() throws ConversionException {
        return source.value(MESSAGE, fields);
    }
}
