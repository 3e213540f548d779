// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.RecordShape.Pivot;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.json.NdjsonFormat;
import io.github.hivemqtdengine.decode.json.NonFinite;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UnusedValuesTest {

    private static final String DEVICES =
            "{\"Device A\":[{\"v\":1,\"x\":0},{\"v\":2,\"x\":0}],\"Device B\":[{\"v\":3}]}";

    private static List<String> unused(RecordShape shape, String json, FieldPath... fields) throws DecodeException {
        return new JsonFormat().decoder(List.of(fields), shape).unused(Payload.of(json.getBytes(UTF_8)));
    }

    private static FieldPath[] fields(String... pointers) {
        return Arrays.stream(pointers).map(FieldPath::ofRecord).toArray(FieldPath[]::new);
    }

    @Test
    void shouldNameTheSamplesThatNoRowHas() throws DecodeException {
        var firstOfEach = new RecordShape("", RowsFrom.OBJECT, null);

        assertThat(unused(firstOfEach, DEVICES, fields("/0/v"))).containsExactly("/Device A/0/x", "/Device A/1");
    }

    @Test
    void shouldCountWhatDiffersInTheIndexOnly() throws DecodeException {
        assertThat(unused(RecordShape.rowsAt("/*"), DEVICES, fields("/v"))).containsExactly("/Device A/*/x (2 times)");
        assertThat(unused(RecordShape.rowsAt("/*"), DEVICES, fields("/v", "/x")))
                .isEmpty();
    }

    @Test
    void shouldNameWhatIsAroundTheRows() throws DecodeException {
        var json = "{\"a~/b\":{\"c\":1},\"d\":[{\"n\":1,\"m\":2,\"r\":[{\"v\":1}]},{\"r\":null}],\"e\":[1,2]}";

        assertThat(unused(RecordShape.rowsAt("/d/*/r"), json, fields("/v", "../n")))
                .containsExactly("/a~0~1b", "/d/0/m", "/e");
    }

    @Test
    void shouldNameScalarsInPlaceOfObjects() throws DecodeException {
        assertThat(unused(RecordShape.ONE_RECORD, "{\"t\":5,\"u\":null,\"z\":1}", fields("/t/m", "/u/m")))
                .containsExactly("/t", "/z");
        assertThat(unused(RecordShape.rowsAt("/*"), "{\"B\":[1,null,{\"v\":1}]}", fields("/v")))
                .containsExactly("/B/0");
    }

    @Test
    void shouldTakeWhatIsReadAsAWholeForUsed() throws DecodeException {
        assertThat(unused(RecordShape.ONE_RECORD, "{\"a\":{\"b\":[1]},\"c\":2}", fields("/a")))
                .containsExactly("/c");
        assertThat(unused(RecordShape.ONE_RECORD, "{\"a\":1}", fields(""))).isEmpty();
        assertThat(unused(RecordShape.ONE_RECORD, "{\"a\":1}")).containsExactly("/a");
    }

    @Test
    void shouldNameTheArraysThatBecomeNoColumns() throws DecodeException {
        var all = new FieldPath(Scope.SCALARS, "/f");
        var json = "{\"f\":{\"a\":1,\"b\":{\"c\":2,\"d\":[3]}},\"g\":4}";

        assertThat(unused(RecordShape.ONE_RECORD, json, all)).containsExactly("/f/b/d", "/g");
        assertThat(unused(RecordShape.rowsAt(""), "[{\"f\":{\"a\":1}},{\"f\":{\"d\":[]}}]", all))
                .containsExactly("/1/f/d");
    }

    @Test
    void shouldNameWhatIsNotWantedOfAList() throws DecodeException {
        var shape = new RecordShape(null, RowsFrom.ARRAY, new Pivot("/m", "name", "value"));
        var json = "{\"m\":[{\"name\":\"t\",\"value\":1},{\"value\":2,\"name\":\"h\"},3]}";

        assertThat(unused(shape, json, fields("/m/t"))).containsExactly("/m/h");
        assertThat(unused(shape, json, new FieldPath(Scope.SCALARS, ""))).isEmpty();
    }

    @Test
    void shouldNameTheValuesBesideABrokenRecord() throws DecodeException {
        var lines = "{\"v\":1,\"x\":2}\n{\"v\":{\"a\"\n{\"v\":3,\"y\":{}}";
        var decoder = new NdjsonFormat(NonFinite.REJECT).decoder(List.of(fields("/v")), RecordShape.rowsAt(""));

        assertThat(decoder.unused(Payload.of(lines.getBytes(UTF_8)))).containsExactly("/0/x", "/2/y");
        assertThatThrownBy(() -> unused(RecordShape.rowsAt(""), "[{\"v\":1},{\"v\"]", fields("/v")))
                .isInstanceOf(DecodeException.class);
    }

    @Test
    void shouldLimitTheLines() throws DecodeException {
        var json =
                IntStream.range(0, 50).mapToObj(i -> "\"f" + i + "\":" + i).collect(Collectors.joining(",", "{", "}"));

        assertThat(unused(RecordShape.ONE_RECORD, json, fields("/f0")))
                .hasSize(21)
                .startsWith("/f1")
                .endsWith("and 29 more");
    }
}
