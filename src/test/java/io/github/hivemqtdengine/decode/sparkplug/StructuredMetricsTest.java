// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import static io.github.hivemqtdengine.decode.sparkplug.Encoding.metric;
import static io.github.hivemqtdengine.decode.sparkplug.Encoding.payload;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.DBIRTH;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.DDATA;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.NBIRTH;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.NDATA;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.T;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Arrays, data sets and templates. */
class StructuredMetricsTest {

    private final SparkplugReading reading = new SparkplugReading();

    private @Nullable Object value(Encoding metric) throws DecodeException {
        return reading.metrics(NDATA, payload(metric).toBytes(), "/value")
                .get(0)
                .get(0);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT8_ARRAY      | E97B                     | [-23,123]",
                "UINT8_ARRAY     | E97B                     | [233,123]",
                "INT16_ARRAY     | 8AFF3075                 | [-118,30000]",
                "UINT16_ARRAY    | 8AFF3075                 | [65418,30000]",
                "INT32_ARRAY     | FFFFFFFF01000000         | [-1,1]",
                "UINT32_ARRAY    | FFFFFFFF01000000         | [4294967295,1]",
                "INT64_ARRAY     | FFFFFFFFFFFFFFFF         | [-1]",
                "UINT64_ARRAY    | FFFFFFFFFFFFFFFF         | [18446744073709551615]",
                "FLOAT_ARRAY     | A4709D3F98AEB242         | [1.23,89.341]",
                "DOUBLE_ARRAY    | 9A9999999999B93F         | [0.1]",
                "BOOLEAN_ARRAY   | 0C00000034D0             | "
                        + "[false,false,true,true,false,true,false,false,true,true,false,true]",
                "STRING_ARRAY    | 4142430068656C6C6F00     | [\"ABC\",\"hello\"]",
                "STRING_ARRAY    | 00                       | [\"\"]",
                "DATE_TIME_ARRAY | 0000000000000000         | [\"1970-01-01T00:00:00Z\"]",
                "BOOLEAN_ARRAY   | 00000000                 | []",
                "INT32_ARRAY     | ''                       | []"
            })
    void shouldReadArrays(DataType type, String bytes, String json) throws Exception {
        assertThat(value(metric("x", type).bytes(16, hex(bytes)))).hasToString(json);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT16_ARRAY     | 8AFF30     | Its Int16Array has 3 bytes, which is not a multiple of 2",
                "FLOAT_ARRAY     | A4709D3F98 | Its FloatArray has 5 bytes, which is not a multiple of 4",
                "DATE_TIME_ARRAY | 00         | Its DateTimeArray has 1 bytes, which is not a multiple of 8",
                "BOOLEAN_ARRAY   | 0C0000     | Its BooleanArray has no count of its elements",
                "BOOLEAN_ARRAY   | 0C00000034 | Its BooleanArray has a count of 12 elements, but 1 bytes",
                "BOOLEAN_ARRAY   | FFFFFFFF34 | Its BooleanArray has a count of 4294967295 elements, but 1 bytes",
                "STRING_ARRAY    | 41420043   | Its StringArray has a last string that is not ended by a zero",
                "STRING_ARRAY    | C08000     | The payload is not UTF-8"
            })
    void shouldRefuseArraysOfWrongLength(DataType type, String bytes, String sentence) {
        assertThatThrownBy(() -> value(metric("pump/a", type).bytes(16, hex(bytes))))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("Metric \"pump/a\": " + sentence);
    }

    private static Encoding dataSet() {
        return new Encoding()
                .number(1, 2)
                .text(2, "id")
                .text(2, "name")
                .number(3, Encoding.number(DataType.INT8))
                .number(3, Encoding.number(DataType.STRING));
    }

    private static Encoding cell(long number) {
        return new Encoding().number(1, number);
    }

    private static Encoding cell(String text) {
        return new Encoding().text(6, text);
    }

    private static Encoding row(Encoding... cells) {
        var row = new Encoding();
        for (var cell : cells) {
            row.message(1, cell);
        }
        return row;
    }

    @Test
    void shouldReadDataSetsAsRows() throws Exception {
        var dataSet = dataSet().message(4, row(cell(0xF4), cell("a"))).message(4, row(new Encoding(), cell("b")));
        var payload = payload(
                        metric("other", DataType.INT8).number(10, 1),
                        metric("x", DataType.DATA_SET).message(17, dataSet))
                .toBytes();

        assertThat(reading.rows("/metrics/*/dataset", NDATA, payload, "/id", "/name"))
                .containsExactly(List.of(-12L, "a"), Arrays.asList(null, "b"));
        assertThat(reading.metrics(NDATA, payload, "/value", "/kind").get(1))
                .extracting(String::valueOf)
                .containsExactly("[{\"id\":-12,\"name\":\"a\"},{\"id\":null,\"name\":\"b\"}]", "json");
    }

    @Test
    void shouldReadPackedTypesOfADataSet() throws Exception {
        var dataSet = new Encoding()
                .text(2, "a")
                .text(2, "b")
                .bytes(3, new byte[] {1, 7})
                .message(4, row(cell(255), cell(255)));

        assertThat(value(metric("x", DataType.DATA_SET).message(17, dataSet))).hasToString("[{\"a\":-1,\"b\":255}]");
    }

    @Test
    void shouldRefuseDataSetsThatDoNotFit() {
        requireFailure(new Encoding().text(2, "a").text(2, "b").number(3, 1), "has 2 column names and 1 types");
        requireFailure(new Encoding().number(1, 3).text(2, "a").number(3, 1), "has 1 column names and 1 types");
        requireFailure(dataSet().message(4, row(cell(1))), "has a row of 1 cells for 2 columns");
        requireFailure(dataSet().message(4, row(cell("a"), cell("a"))), "the datatype Int8, but its value is a string");
    }

    private void requireFailure(Encoding dataSet, String sentence) {
        assertThatThrownBy(() -> value(metric("table", DataType.DATA_SET).message(17, dataSet)))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("Metric \"table\": ")
                .hasMessageContaining(sentence);
    }

    private static Encoding template(Encoding... members) {
        var template = new Encoding().text(1, "v1").text(4, "Motor");
        for (var member : members) {
            template.message(2, member);
        }
        return template;
    }

    @Test
    void shouldFlattenTemplates() throws Exception {
        var definition = metric("Motor", DataType.TEMPLATE)
                .message(
                        18, template(metric("rpm", DataType.INT32).number(2, 7)).number(5, 1));
        var inner = metric("in", DataType.TEMPLATE)
                .message(18, template(metric("rpm", DataType.INT8).number(2, 6).number(10, 0xFF)));
        var instance = metric("M1", DataType.TEMPLATE)
                .number(2, 3)
                .number(3, T - 5)
                .message(18, template(metric("rpm", DataType.INT8).number(2, 5).number(10, 1), inner));
        var nodeBirth = payload(definition).toBytes();
        var deviceBirth = payload(instance).toBytes();

        assertThat(reading.metrics(NBIRTH, nodeBirth, "/name")).isEmpty();
        assertThat(reading.metrics(DBIRTH, deviceBirth, "/name", "/value", "/timestamp"))
                .containsExactly(
                        List.of("M1/rpm", 1L, Instant.ofEpochMilli(T - 5)),
                        List.of("M1/in/rpm", -1L, Instant.ofEpochMilli(T - 5)));

        reading.after(NBIRTH, nodeBirth).after(DBIRTH, deviceBirth);
        var data = payload(new Encoding()
                        .number(2, 3)
                        .number(5, 1)
                        .message(18, template(new Encoding().number(2, 6).number(10, 0xFE))))
                .toBytes();
        assertThat(reading.metrics(DDATA, data, "/name", "/value", "/type", "/historical"))
                .containsExactly(List.of("M1/in/rpm", -2L, "Int8", true));
        var byName = payload(new Encoding()
                        .number(2, 3)
                        .message(18, template(new Encoding().text(1, "rpm").number(10, 0xFE))))
                .toBytes();
        assertThat(reading.metrics(DDATA, byName, "/name", "/value")).containsExactly(List.of("M1/rpm", -2L));
    }

    @Test
    void shouldNameTheMetricOfAFailureWithinATemplate() {
        var metric = metric("M1", DataType.TEMPLATE)
                .message(18, template(metric("rpm", DataType.INT8).bytes(1, hex("ff"))));

        assertThatThrownBy(() -> value(metric))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("Metric \"M1\": Metric \"rpm\": The payload is not UTF-8 at byte ");
    }

    @Test
    void shouldKeepANullTemplateAsOneMetric() throws Exception {
        var payload = payload(metric("M1", DataType.TEMPLATE).number(7, 1)).toBytes();

        assertThat(reading.metrics(NDATA, payload, "/name", "/kind", "/value"))
                .containsExactly(Arrays.asList("M1", "json", null));
    }
}
