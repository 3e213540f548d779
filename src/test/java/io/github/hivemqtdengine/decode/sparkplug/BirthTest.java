// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import static io.github.hivemqtdengine.decode.sparkplug.Encoding.metric;
import static io.github.hivemqtdengine.decode.sparkplug.Encoding.payload;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.sparkplug.Birth.Definition;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BirthTest {

    @Test
    void shouldKnowNamesAndDatatypes() throws Exception {
        var birth = Birth.parse(SparkplugFormatTest.NODE_BIRTH);

        assertThat(birth.bdSeq()).isEqualTo(7);
        assertThat(birth.byAlias(0)).isEqualTo(new Definition("volts", Encoding.number(DataType.FLOAT)));
        assertThat(birth.byAlias(1)).isNull();
        assertThat(birth.byName("Node Control/Rebirth"))
                .isEqualTo(new Definition("Node Control/Rebirth", Encoding.number(DataType.BOOLEAN)));
        assertThat(birth.byName("Volts")).isNull();
        assertThat(Birth.parse(SparkplugFormatTest.DEVICE_BIRTH).bdSeq()).isEqualTo(-1);
    }

    @Test
    void shouldFindEveryMetricOfALargeBirth() throws Exception {
        var metrics = IntStream.range(0, 3_000)
                .mapToObj(i -> metric("m" + i, DataType.INT8).number(2, i * 7L - 9_000))
                .toArray(Encoding[]::new);

        var birth = Birth.parse(payload(metrics).toBytes());

        for (int i = 0; i < metrics.length; i++) {
            var expected = new Definition("m" + i, 1);
            assertThat(birth.byAlias(i * 7L - 9_000)).isEqualTo(expected);
            assertThat(birth.byName("m" + i)).isEqualTo(expected);
        }
        assertThat(birth.weight()).isBetween(3_000 * 80, 3_000 * 150);
    }

    @Test
    void shouldBeTheSameAfterEncoding() throws Exception {
        var name = "温度".repeat(170);
        var second = payload(
                metric(name, DataType.INT8).number(2, 1),
                metric(name, DataType.INT8).number(2, 0));
        for (var bytes : List.of(
                SparkplugFormatTest.NODE_BIRTH, SparkplugFormatTest.DEVICE_BIRTH, second.toBytes(), new byte[0])) {
            var birth = Birth.parse(bytes);
            var encoded = birth.encode();

            var decoded = Birth.decode(birth.bdSeq(), encoded);
            assertThat(decoded.hasNamesOf(birth)).isTrue();
            assertThat(decoded.bdSeq()).isEqualTo(birth.bdSeq());
            assertThat(encoded.length).isLessThanOrEqualTo(birth.weight());
        }
        var large = metric("a", DataType.BYTES).bytes(16, new byte[100_000]);
        assertThat(Birth.parse(payload(large).toBytes()).encode()).hasSizeLessThan(22);
        assertThatThrownBy(() -> Birth.decode(-1, new byte[1])).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldShareNamesWithOtherSessions() throws Exception {
        var a = metric("a", DataType.INT8).number(2, 1);
        var b = metric("b", DataType.INT8).number(2, 2);
        var birth = Birth.parse(payload(a, b).toBytes());

        assertThat(birth.hasNamesOf(Birth.parse(payload(b, a).number(3, 4).toBytes())))
                .isTrue();
        assertThat(birth.hasNamesOf(birth.ofSession(9))).isTrue();
        assertThat(birth.ofSession(9).bdSeq()).isEqualTo(9);
        assertThat(birth.hasNamesOf(null)).isFalse();
        for (var other : List.of(
                payload(a),
                payload(a, metric("b", DataType.INT16).number(2, 2)),
                payload(a, metric("b", DataType.INT8).number(2, 3)),
                payload(a, b, metric("bdSeq", DataType.INT64).number(11, 1)))) {
            assertThat(birth.hasNamesOf(Birth.parse(other.toBytes()))).isFalse();
        }
    }

    @Test
    void shouldAcceptSeveralValuesOfOneMetric() throws Exception {
        var birth = Birth.parse(payload(
                        metric("a", DataType.INT8).number(2, 1).number(10, 1),
                        metric("a", DataType.INT8).number(2, 1).number(10, 2))
                .toBytes());

        assertThat(birth.byAlias(1)).isEqualTo(new Definition("a", 1));
    }

    @Test
    void shouldReadTheSessionWhateverItsDatatype() throws Exception {
        for (var digits : new String[] {
            "08809f97e5b73312120a05626453657118809f97e5b73320085807", // UInt64 in long_value
            "120b0a05626453657120045007" // Int64 in int_value
        }) {
            assertThat(Birth.parse(hex(digits)).bdSeq()).isEqualTo(7);
        }
    }

    @Test
    void shouldRefuseTwoNamesOfOneAlias() {
        requireFault(
                payload(
                        metric("a", DataType.INT8).number(2, 1),
                        metric("b", DataType.INT8).number(2, 1)),
                Fault.MALFORMED,
                "Metric \"b\": Its alias 1 is that of another metric");
    }

    @Test
    void shouldRefuseMetricsWithoutAName() {
        requireFault(
                payload(new Encoding().number(2, 1).number(4, 1)),
                Fault.MALFORMED,
                "The metric of alias 1: It has no name in a BIRTH");
    }

    @Test
    void shouldRefuseLongNames() {
        requireFault(payload(metric("n".repeat(1_025), DataType.INT8)), Fault.LIMIT, "a name of more than 1024 bytes");
    }

    @Test
    void shouldLimitTheNamesOfMembers() {
        var template = new Encoding();
        for (int i = 0; i < 5_000; i++) {
            template.message(2, metric("m" + i, DataType.INT8));
        }
        requireFault(
                payload(metric("t".repeat(1_000), DataType.TEMPLATE).message(18, template)),
                Fault.LIMIT,
                "Names of the members of templates have more than 1024 characters, or 4194304 in all");
    }

    private static void requireFault(Encoding payload, Fault fault, String sentence) {
        assertThatThrownBy(() -> Birth.parse(payload.toBytes()))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(fault))
                .hasMessageContaining(sentence);
    }
}
