// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.PayloadField;
import io.github.hivemqtdengine.decode.PayloadFormat;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.RecordShape.Pivot;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.json.NdjsonFormat;
import io.github.hivemqtdengine.decode.json.NonFinite;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FieldSurveyTest {

    private static final JsonFormat JSON = new JsonFormat();

    /** Fields as {@code reference types}, with a {@code !} before those that are not read. */
    private static List<String> survey(PayloadFormat format, RecordShape shape, String text, FieldPath... fields)
            throws DecodeException {
        return fields(format, shape, text, fields).stream()
                .map(field -> (field.isRead() ? "" : "!") + field.reference() + " "
                        + field.types().stream()
                                .map(type -> type.name().toLowerCase(Locale.ROOT))
                                .collect(Collectors.joining("+")))
                .toList();
    }

    private static List<PayloadField> fields(PayloadFormat format, RecordShape shape, String text, FieldPath... fields)
            throws DecodeException {
        return format.decoder(List.of(fields), shape).fields(Payload.of(text.getBytes(UTF_8)));
    }

    private static List<String> survey(String json, String... read) throws DecodeException {
        return survey(JSON, RecordShape.ONE_RECORD, json, paths(read));
    }

    private static FieldPath[] paths(String... pointers) {
        return Arrays.stream(pointers).map(FieldPath::ofRecord).toArray(FieldPath[]::new);
    }

    @Test
    void shouldTellWhatIsReadFromWhatIsNot() throws DecodeException {
        assertThat(survey("{\"v\":1,\"s\":{\"rssi\":-7.5,\"on\":true},\"a/b\":\"x\",\"n\":null}", "/v"))
                .containsExactly(
                        "payload:/v number",
                        "!payload:/s/rssi number",
                        "!payload:/s/on boolean",
                        "!payload:/a~1b text");
        assertThat(survey("{\"v\":1,\"s\":{\"rssi\":-7.5}}", "/v", "/s"))
                .containsExactly("payload:/v number", "payload:/s object");
        assertThat(survey("{\"s\":3}", "/s/rssi")).containsExactly("!payload:/s number");
    }

    @Test
    void shouldFindNothingBesideTheWholeDocument() throws DecodeException {
        assertThat(survey("{\"v\":1,\"w\":[1]}", "")).isEmpty();
        assertThat(survey("[1,2]", "")).isEmpty();
        assertThat(survey("17", "/v")).isEmpty();
    }

    @Test
    void shouldCountArraysAsOneFieldUnlessAnElementIsRead() throws DecodeException {
        assertThat(survey("{\"w\":[1,{\"x\":2}],\"p\":[1,\"a\",null]}", "/p/0"))
                .containsExactly("!payload:/w array", "!payload:/p/* number+text");
        assertThat(survey("{\"p\":[{\"x\":1,\"y\":2}]}", "/p/0/x"))
                .containsExactly("payload:/p/*/x number", "!payload:/p/*/y number");
    }

    @Test
    void shouldReferToFieldsFromTheirRecord() throws DecodeException {
        var json = "{\"site\":\"b\",\"d\":[{\"n\":1,\"m\":2,\"r\":[{\"v\":1,\"w\":2},{\"v\":\"x\"}]},{\"r\":null}]}";

        assertThat(survey(JSON, RecordShape.rowsAt("/d/*/r"), json, paths("/v", "../n")))
                .containsExactly(
                        "!payload-root:/site text",
                        "payload:../n number",
                        "!payload:../m number",
                        "payload:/v number+text",
                        "!payload:/w number");
        assertThat(survey(JSON, new RecordShape("", RowsFrom.OBJECT, null), "{\"k1\":{\"v\":1},\"k2\":{\"x\":1}}"))
                .containsExactly("!payload:/v number", "!payload:/x number");
    }

    @Test
    void shouldNotNameWhatBecomesAnAutomaticColumn() throws DecodeException {
        var collected = new FieldPath(Scope.SCALARS, "/f");

        assertThat(survey(
                        JSON, RecordShape.ONE_RECORD, "{\"f\":{\"a\":1,\"b\":{\"c\":2},\"d\":[3]},\"g\":4}", collected))
                .containsExactly(
                        "payload:/f/a number", "payload:/f/b/c number", "!payload:/f/d array", "!payload:/g number");
    }

    @Test
    void shouldReadAListOfNamesAndValuesAsAnObject() throws DecodeException {
        var shape = new RecordShape(null, RowsFrom.ARRAY, new Pivot("/m", "name", "value"));
        var json = "{\"m\":[{\"name\":\"t\",\"value\":1},{\"value\":\"x\",\"name\":\"u\",\"q\":9},{\"name\":\"w\"},7]}";

        assertThat(survey(JSON, shape, json, paths("/m/t")))
                .containsExactly("payload:/m/t number", "!payload:/m/u text");
    }

    @Test
    void shouldKeepTheSizeOfTheLongestText() throws DecodeException {
        var found = fields(JSON, RecordShape.rowsAt(""), "[{\"s\":\"é\"},{\"s\":\"éé\"},{\"s\":\"\"}]");

        assertThat(found)
                .singleElement()
                .satisfies(field -> assertThat(field.bytes()).isEqualTo(4));
    }

    @Test
    void shouldGoOnAfterABrokenRecord() throws DecodeException {
        var lines = new NdjsonFormat(NonFinite.REJECT);

        assertThat(survey(lines, RecordShape.rowsAt(""), "{\"a\":1}\n{\"b\":{\"c\":[}\n{\"d\":2}\n"))
                .containsExactly("!payload:/a number", "!payload:/d number");
    }

    @Test
    void shouldRefuseWhatIsNoJson() {
        assertThatThrownBy(() -> survey("{\"a\":1,")).isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> survey("{\"a\":1}}")).isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> survey("")).isInstanceOf(DecodeException.class);
        assertThatThrownBy(() -> survey("{\"a\":".repeat(101) + "1" + "}".repeat(101)))
                .isInstanceOf(DecodeException.class);
    }

    @Test
    void shouldLimitTheNumberAndLengthOfFields() throws DecodeException {
        var many = IntStream.range(0, 5_000)
                .mapToObj(i -> "\"f" + i + "\":" + i)
                .collect(Collectors.joining(",", "{", "}"));
        var huge = "{\"" + "n".repeat(900) + "\":{\"a\":1,\"b\":2},\"" + "m".repeat(199) + "\":1,\"last\":1}";
        var deep = "{\"abc\":".repeat(90) + "1" + "}".repeat(90);

        assertThat(survey(many)).hasSize(FieldSurvey.MAX_FIELDS).contains("!payload:/f999 number");
        assertThat(survey(huge)).containsExactly("!payload:/" + "m".repeat(199) + " number", "!payload:/last number");
        assertThat(survey(deep)).isEmpty();
    }
}
