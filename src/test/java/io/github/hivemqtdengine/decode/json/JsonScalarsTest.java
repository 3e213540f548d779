// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.json;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.Decoder.Scalars;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.RecordShape.Pivot;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import io.github.hivemqtdengine.decode.document.ScalarCollector;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonScalarsTest {

    private static List<@Nullable Object[]> decode(String json, RecordShape shape, FieldPath... fields)
            throws DecodeException {
        return new JsonFormat()
                .decoder(List.of(fields), shape)
                .decode(Payload.of(json.getBytes(StandardCharsets.UTF_8)), BrokenRecords.REFUSED);
    }

    private static @Nullable Object[] one(String json, FieldPath... fields) throws DecodeException {
        return decode(json, RecordShape.ONE_RECORD, fields).get(0);
    }

    private static FieldPath scalars(String from) {
        return new FieldPath(Scope.SCALARS, from);
    }

    private static FieldPath field(String pointer) {
        return new FieldPath(Scope.RECORD, pointer);
    }

    @Test
    void shouldGiveAllScalarsByTheirPointersInTheirOrder() throws Exception {
        var json = """
                {"t": 21.5, "on": true, "none": null, "env": {"name": "x", "deep": {"n": 7}}, "list": [1, {"a": 2}],
                 "a/b~c": "y"}""";

        var scalars = (Scalars) one(json, scalars(""))[0];

        assertThat(scalars.fields())
                .containsExactly(
                        Map.entry("/t", new BigDecimal("21.5")),
                        Map.entry("/on", true),
                        Map.entry("/env/name", "x"),
                        Map.entry("/env/deep/n", 7L),
                        Map.entry("/a~1b~0c", "y"));
        assertThat(scalars.left()).isZero();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/data|{\"data\":{\"a\":1},\"b\":2}|{/data/a=1}",
                "/data|{\"b\":2}|missing",
                "/data|{\"data\":5}|{}",
                "/data|{\"data\":[1,2]}|{}",
                "/data|{\"data\":null}|{}",
                "/list/1|{\"list\":[{\"a\":1},{\"a\":2}]}|{/list/1/a=2}",
                "``|{}|{}",
                "``|[{\"a\":1}]|{}",
                "``|{\"a\":1,\"a\":2}|{/a=2}",
                "``|{\"a\":1,\"a\":null}|{}",
                "``|{\"\":1}|{/=1}"
            })
    void shouldBeginWhereThePointerLeads(String from, String json, String expected) throws Exception {
        assertThat(one(json, scalars(from))[0]).hasToString(expected);
    }

    @Test
    void shouldStillGiveTheFieldsThatAreAskedForByName() throws Exception {
        var record = one(
                "{\"t\":5,\"o\":{\"x\":1},\"l\":[3]}",
                field("/t"),
                scalars(""),
                field("/o"),
                field("/o/x"),
                field("/l/0"),
                scalars("/o"));

        assertThat(record[0]).isEqualTo(5L);
        assertThat(record[1]).hasToString("{/t=5, /o/x=1}");
        assertThat(record[2]).hasToString("{\"x\":1}");
        assertThat(record[3]).isEqualTo(1L);
        assertThat(record[4]).isEqualTo(3L);
        assertThat(record[5]).hasToString("{/o/x=1}");
    }

    @Test
    void shouldGiveEachRecordItsOwn() throws Exception {
        var records = decode("{\"id\":9,\"r\":[{\"a\":1},{\"b\":{\"c\":2}},3]}", RecordShape.rowsAt("/r"), scalars(""));

        assertThat(records).extracting(record -> String.valueOf(record[0])).containsExactly("{/a=1}", "{/b/c=2}", "{}");
    }

    @Test
    void shouldTakeAPivotForAnObjectWhateverStandsFirst() throws Exception {
        var shape = new RecordShape(null, RowsFrom.ARRAY, new Pivot("/m", "name", "value"));
        var json = """
                {"m": [{"name": "t", "value": 21}, {"value": {"x": 1}, "name": "o"}, {"name": "none"}, {"value": 3}]}""";

        assertThat(decode(json, shape, scalars("")).get(0)[0]).hasToString("{/m/t=21, /m/o/x=1}");
        assertThat(decode(json, shape, scalars("/m")).get(0)[0]).hasToString("{/m/t=21, /m/o/x=1}");
    }

    @Test
    void shouldCountWhatIsTooMuchOrTooLong() throws Exception {
        var json = new StringBuilder("{\"" + "n".repeat(ScalarCollector.LONGEST_POINTER) + "\":1");
        for (int i = 0; i < ScalarCollector.MAX_FIELDS + 2; i++) {
            json.append(",\"f").append(i).append("\":").append(i);
        }

        var scalars = (Scalars) one(json.append('}').toString(), scalars(""))[0];

        assertThat(scalars.fields()).hasSize(ScalarCollector.MAX_FIELDS).containsEntry("/f0", 0L);
        assertThat(scalars.left()).isEqualTo(3);
    }
}
