// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import static io.github.hivemqtdengine.decode.sparkplug.Encoding.metric;
import static io.github.hivemqtdengine.decode.sparkplug.Encoding.payload;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.DBIRTH;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.DDATA;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.NDATA;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.Mutations;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Payloads of a client that means harm: records or a coded error, at the price of their bytes. */
class HostileSparkplugTest {

    private final SparkplugReading reading = new SparkplugReading();

    private void requireFault(Encoding payload, Fault fault, String sentence) {
        assertThatThrownBy(() -> reading.metrics(NDATA, payload.toBytes(), "/name"))
                .isInstanceOfSatisfying(
                        DecodeException.class,
                        e -> assertThat(e.fault()).as(e.sentence()).isEqualTo(fault))
                .hasMessageContaining(sentence);
    }

    private static Encoding repeated(int field, Encoding element, int times) {
        var all = new Encoding();
        for (int i = 0; i < times; i++) {
            all.message(field, element);
        }
        return all;
    }

    private static Encoding nested(Encoding innermost, int times, UnaryOperator<Encoding> around) {
        var all = innermost;
        for (int i = 0; i < times; i++) {
            all = around.apply(all);
        }
        return all;
    }

    @Test
    void shouldLimitMetrics() throws Exception {
        var metric = metric("a", DataType.INT8);

        assertThat(reading.metrics(NDATA, repeated(2, metric, 100_000).toBytes(), "/name"))
                .hasSize(100_000);
        requireFault(repeated(2, metric, 100_001), Fault.LIMIT, "more than 100000 metrics");
        requireFault(
                payload(metric.message(18, repeated(2, metric, 100_000))), Fault.LIMIT, "more than 100000 metrics");
    }

    @Test
    void shouldLimitCellsAndProperties() {
        var row = new Encoding();
        requireFault(
                payload(metric("x", DataType.DATA_SET).message(17, repeated(4, row, 100_001))),
                Fault.LIMIT,
                "more than 100000 cells");
        requireFault(
                payload(metric("x", DataType.INT8).message(9, repeated(2, row, 100_001))),
                Fault.LIMIT,
                "more than 100000 cells");
    }

    @Test
    void shouldLimitNesting() throws Exception {
        UnaryOperator<Encoding> template =
                inner -> new Encoding().text(1, "t").message(18, new Encoding().message(2, inner));
        UnaryOperator<Encoding> set = inner -> new Encoding()
                .text(1, "k")
                .message(2, new Encoding().number(1, 20).message(9, inner));
        var metric = metric("x", DataType.INT8).number(10, 1);

        assertThat(reading.metrics(NDATA, payload(nested(metric, 16, template)).toBytes(), "/name"))
                .containsExactly(List.of("t/".repeat(16) + "x"));
        requireFault(payload(nested(metric, 17, template)), Fault.LIMIT, "nest deeper than 16 levels");
        requireFault(payload(nested(metric, 2_000, template)), Fault.LIMIT, "nest deeper than 16 levels");
        requireFault(
                payload(metric("x", DataType.INT8).message(9, nested(new Encoding(), 2_000, set))),
                Fault.LIMIT,
                "nest deeper than 16 levels");
        requireFault(payload().group(20, 100_000), Fault.MALFORMED, "not valid Protobuf");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"12ffffffff0f", "120a0a", "10", "0a", "13", "14", "00", "12020a05", "08ffffffffffffffffffffff"})
    void shouldRefuseWhatIsNoProtobuf(String digits) {
        assertThatThrownBy(() -> reading.metrics(NDATA, SparkplugReading.hex(digits), "/name"))
                .isInstanceOf(DecodeException.class);
    }

    @Test
    void shouldRefuseEveryPayloadThatIsCutWithinAMetric() {
        var payload = SparkplugFormatTest.NODE_BIRTH;
        int accepted = 0;
        for (int length = 0; length < payload.length; length++) {
            try {
                reading.metrics(NDATA, Arrays.copyOf(payload, length), "/name");
                accepted++;
            } catch (DecodeException e) {
                assertThat(e.fault()).isEqualTo(Fault.TRUNCATED);
                assertThat(e.position()).isBetween(0L, (long) length);
            }
        }
        assertThat(accepted).isEqualTo(5); // between the fields
    }

    @Test
    void shouldGiveRecordsOrACodedError() throws Exception {
        var samples = List.of(
                SparkplugFormatTest.NODE_BIRTH,
                SparkplugFormatTest.DEVICE_BIRTH,
                payload(
                                metric("set", DataType.DATA_SET)
                                        .message(
                                                17,
                                                new Encoding()
                                                        .text(2, "a")
                                                        .number(3, 1)
                                                        .message(4, repeated(1, new Encoding().number(1, 5), 1))),
                                metric("booleans", DataType.BOOLEAN_ARRAY)
                                        .bytes(16, SparkplugReading.hex("0C00000034D0")),
                                metric("strings", DataType.STRING_ARRAY).bytes(16, new byte[3]),
                                new Encoding().number(2, 2).number(10, 0xF4))
                        .toBytes(),
                payload(metric("T", DataType.TEMPLATE)
                                .message(9, new Encoding().text(1, "Quality").message(2, new Encoding().number(3, 500)))
                                .message(8, new Encoding().text(2, "a").number(3, 5))
                                .message(
                                        18,
                                        repeated(2, metric("m", DataType.UINT64).number(11, -1), 2)))
                        .toBytes());
        reading.after(DBIRTH, SparkplugFormatTest.DEVICE_BIRTH);
        var fields = List.of(
                new FieldPath(Scope.MESSAGE, "/samples"),
                new FieldPath(Scope.MESSAGE, "/states"),
                new FieldPath(Scope.MESSAGE, "/seq"),
                new FieldPath(Scope.RECORD, "/value"),
                new FieldPath(Scope.RECORD, "/name"),
                new FieldPath(Scope.SCALARS, ""));
        var decoder = new SparkplugFormat().decoder(fields, RecordShape.rowsAt("/metrics"));

        for (var topic : List.of(DDATA, DBIRTH)) {
            var context = reading.context(topic);
            new Mutations(HostileKind.SPARKPLUG, 2, samples)
                    .tryOn((payload, broken) -> decoder.decode(payload.in(context), broken));
        }
    }
}
