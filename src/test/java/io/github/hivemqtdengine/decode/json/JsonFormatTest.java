// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.json;

import static io.github.hivemqtdengine.decode.Decoder.MISSING;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.ARRAY;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.RecordShape.Pivot;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import io.github.hivemqtdengine.decode.document.Structure;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonFormatTest {

    @Test
    void shouldGiveEveryKindOfValue() throws Exception {
        var json = """
                {"s": "ü\\n\\"", "t": true, "f": false, "n": null, "i": -7, "l": 9223372036854775807,
                 "b": 9223372036854775808, "d": 1.50, "e": 1e3, "o": { "x" : [1] }, "a": [ 1, {} ]}""";

        assertThat(one(json, "/s", "/t", "/f", "/n", "/i", "/l", "/b", "/d", "/e", "/o", "/a", "/nope"))
                .containsExactly(
                        "ü\n\"",
                        true,
                        false,
                        null,
                        -7L,
                        Long.MAX_VALUE,
                        new BigInteger("9223372036854775808"),
                        new BigDecimal("1.50"),
                        new BigDecimal("1e3"),
                        Structure.ofJson("{ \"x\" : [1] }"),
                        Structure.ofJson("[ 1, {} ]"),
                        MISSING);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "/a/b|{\"a\":{\"b\":1}}|1",
                "/a/1|{\"a\":[5,6]}|6",
                "/a/1|{\"a\":{\"1\":7}}|7",
                "/a/01|{\"a\":[5,6]}|missing",
                "/a/2|{\"a\":[5,6]}|missing",
                "/a/-|{\"a\":[5,6]}|missing",
                "/a/b|{\"a\":5}|missing",
                "/a/b|{\"a\":null}|missing",
                "/a~1b~0c|{\"a/b~c\":1}|1",
                "/~01|{\"~1\":1}|1",
                "/|{\"\":1}|1",
                "/a//b|{\"a\":{\"\":{\"b\":1}}}|1",
                "/é|{\"\\u00e9\":1}|1",
                "/0/0|[[3]]|3",
                "``| [1, 2] |[1, 2]",
                "``| 5 |5"
            })
    void shouldFollowPointers(String pointer, String json, String value) throws Exception {
        assertThat(one(json, pointer)[0]).hasToString(value);
    }

    @Test
    void shouldGiveAStructureAndWhatIsInIt() throws Exception {
        assertThat(one("{\"a\":{\"b\":{\"c\":2}}}", "", "/a", "/a/b/c", "/a/b"))
                .containsExactly(
                        Structure.ofJson("{\"a\":{\"b\":{\"c\":2}}}"),
                        Structure.ofJson("{\"b\":{\"c\":2}}"),
                        2L,
                        Structure.ofJson("{\"c\":2}"));
    }

    @Test
    void shouldTakeTheLastOfSeveralFieldsWithOneName() throws Exception {
        assertThat(one("{\"a\":1,\"a\":2}", "/a")).containsExactly(2L);
        assertThat(one("{\"a\":{\"b\":1},\"a\":{\"c\":2}}", "/a/b", "/a/c")).containsExactly(MISSING, 2L);
        assertThat(one("{\"a\":{\"b\":1},\"a\":5}", "/a/b", "/a")).containsExactly(MISSING, 5L);
        assertThat(rows("/r", "{\"r\":[{\"x\":1},{\"x\":2}],\"r\":[{\"x\":3}]}", record("/x")))
                .containsExactly(new Object[] {3L});
    }

    @Test
    void shouldMakeARecordOfEveryRow() throws Exception {
        assertThat(rows("/d/r", "{\"d\":{\"r\":[{\"x\":1},{},{\"x\":null},7]}}", record("/x")))
                .containsExactly(
                        new Object[] {1L}, new Object[] {MISSING}, new Object[] {null}, new Object[] {MISSING});
        assertThat(rows("", "[1,[2],\"3\"]", record("")))
                .containsExactly(new Object[] {1L}, new Object[] {Structure.ofJson("[2]")}, new Object[] {"3"});
        assertThat(rows("/r", "{\"r\":[]}", record("/x"))).isEmpty();
    }

    @Test
    void shouldKnowANameHoweverItIsWritten() throws Exception {
        var json = """
                [{"a": 1, "": 2, "übung": 3, "p001_x": 4, "p002_x": 5},
                 {"\\u0061": 6, "p002_x": 7, "\\u00fcbung": 8, "p001_x": 9, "": 10},
                 {"a": 11, "übung": 12}]""";

        assertThat(rows("", json, record("/a"), record("/"), record("/übung"), record("/p001_x"), record("/p002_x")))
                .containsExactly(new Object[] {1L, 2L, 3L, 4L, 5L}, new Object[] {6L, 10L, 8L, 9L, 7L}, new Object[] {
                    11L, MISSING, 12L, MISSING, MISSING
                });
    }

    @Test
    void shouldShareTheFieldsOfTheMessageAmongItsRows() throws Exception {
        var json = "{\"before\":1,\"r\":[{\"x\":2,\"before\":9},{\"x\":3}],\"behind\":4}";

        assertThat(rows("/r", json, message("/before"), record("/x"), message("/behind"), message("/r")))
                .containsExactly(
                        new Object[] {1L, 2L, 4L, Structure.ofJson("[{\"x\":2,\"before\":9},{\"x\":3}]")},
                        new Object[] {1L, 3L, 4L, Structure.ofJson("[{\"x\":2,\"before\":9},{\"x\":3}]")});
    }

    @Test
    void shouldReadRecordAndMessageAlikeWithoutRows() throws Exception {
        var decoder = new JsonFormat().decoder(List.of(record("/x"), message("/x")), RecordShape.ONE_RECORD);

        assertThat(decoder.decode(Payload.of(utf8("{\"x\":1}")), BrokenRecords.REFUSED))
                .containsExactly(new Object[] {1L, 1L});
    }

    @ParameterizedTest
    @ValueSource(strings = {"{\"r\":{\"x\":1}}", "{\"r\":null}", "{\"r\":5}", "{}", "[]", "5", "{\"r\":[1],\"r\":2}"})
    void shouldRefuseAMessageWithoutRows(String json) {
        assertThatThrownBy(() -> rows("/r", json, record("/x")))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("The payload has no array where the mapping expects its rows");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "``|hello|The payload is not valid JSON at byte 0",
                "``|tru|The payload is not valid JSON at byte 0",
                "/r|{\"r\":|The payload's JSON ends too early at byte 5",
                "/r|{\"r\":x}|The payload is not valid JSON at byte 5",
                "/r|{\"r\":}|The payload is not valid JSON at byte 5",
                "/r/*/x|{\"r\":[{\"x\":nul}]}|The payload is not valid JSON at byte 11"
            },
            quoteCharacter = '`')
    void shouldNotLookForRowsInWhatIsNoJson(String rows, String json, String sentence) {
        assertThatThrownBy(() -> rows(rows, json, record("/x"))).hasMessage(sentence);
    }

    @Test
    void shouldNotPointIntoTheRowsFromTheMessage() {
        assertThatThrownBy(() -> new JsonFormat().decoder(List.of(message("/r/0/x")), RecordShape.rowsAt("/r")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("can't point into the rows");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "``|The payload is empty at byte 0|0",
                "`  `|The payload is empty at byte 0|0",
                "{\"x\":1} {}|The payload has data after its JSON value at byte 8|8",
                "{\"x\":1}]|The payload has data after its JSON value at byte 7|7",
                "{\"inf\":1,}|The payload is not valid JSON at byte 9|9",
                "{\"x\":NaN}|The payload is not valid JSON (a bare nan or inf needs non-finite=\"null\" in <payload>) at byte 8|8",
                "{\"x\":secret}|The payload is not valid JSON at byte 5|5",
                "{\"x\":01}|The payload is not valid JSON at byte 6|6",
                "{\"x\":1|The payload's JSON ends too early at byte 6|6",
                "{'x':1}|The payload is not valid JSON at byte 1|1",
                "[1,]|The payload is not valid JSON at byte 3|3",
                "{\"x\":\"\\q\"}|The payload is not valid JSON at byte 7|7",
                "{\"x\":\"\\u00g0\"}|The payload is not valid JSON at byte 10|10",
                "{\"x\":\"a\tb\"}|The payload is not valid JSON at byte 7|7",
                "{\"x\":\"a|The payload's JSON ends too early at byte 7|7",
                "{\"x\":tru}|The payload is not valid JSON at byte 5|5",
                "{\"x\":1.}|The payload is not valid JSON at byte 7|7",
                "{\"x\":1e}|The payload is not valid JSON at byte 7|7",
                "{\"x\" 1}|The payload is not valid JSON at byte 5|5",
                "{\"unread\":-}|The payload is not valid JSON at byte 11|11",
                "{\"unread\":[1,[2,{\"a\":}]]}|The payload is not valid JSON at byte 21|21",
                "{\"unread\":[1,[2,\"a	b\"]]}|The payload is not valid JSON at byte 18|18"
            })
    void shouldPointAtWhatIsWrong(String json, String sentence, int position) {
        assertThatThrownBy(() -> one(json, "/x"))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.position()).isEqualTo(position))
                .hasMessage(sentence);
    }

    @Test
    void shouldRefuseWhatIsNotUtf8() {
        for (var charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE, Charset.forName("UTF-32"))) {
            assertThatThrownBy(() ->
                            decoder("/x").decode(Payload.of("{\"x\":1}".getBytes(charset)), BrokenRecords.REFUSED))
                    .isInstanceOf(DecodeException.class);
        }
        assertThatThrownBy(() -> decoder("/x")
                        .decode(Payload.of(new byte[] {'"', (byte) 0xC0, (byte) 0x80, '"'}), BrokenRecords.REFUSED))
                .hasMessage("The payload is not UTF-8 at byte 1");
    }

    @Test
    void shouldReadHalfASurrogatePairInAValueOnly() throws Exception {
        assertThat(one("{\"x\":\"\\ud83d\"}", "/x")).containsExactly("\ud83d");
        assertThatThrownBy(() -> one("{\"\\ud83d\":1,\"x\":2}", "/x"))
                .hasMessage("The payload is not valid JSON at byte 8");
    }

    @Test
    void shouldSkipAByteOrderMark() throws Exception {
        assertThat(one("\uFEFF{\"x\":{\"y\":1}}", "/x")).containsExactly(Structure.ofJson("{\"y\":1}"));
        assertThatThrownBy(() -> one("\uFEFF[1,]", "/x")).hasMessage("The payload is not valid JSON at byte 6");
    }

    @Test
    void shouldLimitDepth() throws Exception {
        assertThat(one("[".repeat(100) + "]".repeat(100), "/x")).containsExactly(MISSING);
        assertThatThrownBy(() -> one("[".repeat(101) + "]".repeat(101), "/x"))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("deeper than 100");
        assertThatThrownBy(() -> one("[".repeat(1_000_000), "/x")).isInstanceOf(DecodeException.class);
    }

    @Test
    void shouldLimitTheLengthOfNumbers() throws Exception {
        assertThat(one("1".repeat(1_000), "")).containsExactly(new BigInteger("1".repeat(1_000)));
        assertThatThrownBy(() -> one("1".repeat(1_001), ""))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("more than 1000 digits");
    }

    @Test
    void shouldNotUnfoldLargeExponents() throws Exception {
        assertThat(one("{\"x\":1e999999999,\"y\":1e-999999999}", "/x", "/y"))
                .containsExactly(new BigDecimal("1e999999999"), new BigDecimal("1e-999999999"));
        assertThat(one("{\"unread\":1e9999999999}", "/x")).containsExactly(MISSING);
        for (var number : List.of("1e99999999999", "1e2147483648", "1e2147483647", "-1e-2147483647", "1e1000001001")) {
            assertThatThrownBy(() -> one("{\"x\":" + number + "}", "/x"))
                    .isInstanceOf(DecodeException.class)
                    .hasMessage("The payload has a number with an exponent of too many digits at byte 5");
        }
    }

    @Test
    void shouldRefuseMoreRowsThanAHundredThousand() throws Exception {
        assertThat(rows("", "[" + "0,".repeat(99_999) + "0]", record(""))).hasSize(100_000);
        assertThatThrownBy(() -> rows("", "[" + "0,".repeat(100_000) + "0]", record("")))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("The payload has more than 100000 rows");
    }

    @Test
    void shouldReadALongString() throws Exception {
        var text = "x".repeat(25_000_000);

        assertThat(one("{\"x\":\"" + text + "\"}", "/x")[0]).isEqualTo(text);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"l\":[{\"name\":\"t\",\"value\":21},{\"name\":\"o\",\"value\":{\"x\":true}}]}",
                "{\"l\":[{\"value\":21,\"name\":\"t\"},{\"value\":{\"x\":true},\"q\":[{}],\"name\":\"o\"}]}",
                "{\"l\":[7,[],{\"u\":{\"name\":\"t\"},\"name\":\"t\",\"value\":1},{\"name\":\"t\",\"value\":21},{},"
                        + "{\"name\":\"o\",\"value\":{\"x\":true}},{\"name\":\"p\",\"value\":[1]},{\"value\":5},"
                        + "{\"name\":null,\"value\":6},{\"value\":1,\"name\":\"t\",\"value\":21}]}",
                "{\"l\":{\"t\":21,\"o\":{\"x\":true}}}"
            })
    void shouldReadAListOfNamesAndValuesLikeAnObject(String json) throws DecodeException {
        var shape = new RecordShape(null, RowsFrom.ARRAY, new Pivot("/l", "name", "value"));
        var fields = List.of(record("/l/t"), record("/l/o/x"), record("/l/o"), record("/l/null"));

        assertThat(new JsonFormat().decoder(fields, shape).decode(Payload.of(utf8(json)), BrokenRecords.REFUSED))
                .singleElement(as(ARRAY))
                .containsExactly(21L, true, Structure.ofJson("{\"x\":true}"), MISSING);
    }

    @Test
    void shouldReadAListOfNamesAndValuesInEachRow() throws DecodeException {
        var shape = new RecordShape("", RowsFrom.ARRAY, new Pivot("", "n", "v"));
        var rows = new JsonFormat()
                .decoder(List.of(record("/a"), record("/7")), shape)
                .decode(
                        Payload.of(utf8("[[{\"n\":\"a\",\"v\":1},{\"v\":\"é\",\"n\":7}],[{\"n\":\"a\",\"v\":null}]]")),
                        BrokenRecords.REFUSED);

        assertThat(rows).hasSize(2);
        assertThat(rows.get(0)).containsExactly(1L, "é");
        assertThat(rows.get(1)).containsExactly(null, MISSING);
    }

    @Test
    void shouldMakeARecordOfEachFieldOfAnObject() throws DecodeException {
        var shape = new RecordShape("/sensors", RowsFrom.OBJECT, null);
        var fields = List.of(new FieldPath(Scope.KEY, ""), record(""), record("/v"), message("/id"));
        var rows = new JsonFormat()
                .decoder(fields, shape)
                .decode(
                        Payload.of(utf8("{\"sensors\":{\"a\":{\"v\":1},\"b\":2},\"id\":\"x\"}")),
                        BrokenRecords.REFUSED);

        assertThat(rows).hasSize(2);
        assertThat(rows.get(0)).containsExactly("a", Structure.ofJson("{\"v\":1}"), 1L, "x");
        assertThat(rows.get(1)).containsExactly("b", 2L, MISSING, "x");
        assertThat(new JsonFormat()
                        .decoder(fields, shape)
                        .decode(Payload.of(utf8("{\"sensors\":{}}")), BrokenRecords.REFUSED))
                .isEmpty();
        assertThatThrownBy(() -> new JsonFormat()
                        .decoder(fields, shape)
                        .decode(Payload.of(utf8("{\"sensors\":[1]}")), BrokenRecords.REFUSED))
                .hasMessageContaining("The payload has no object where the mapping expects its rows");
        assertThatThrownBy(() -> new JsonFormat().decoder(fields, RecordShape.rowsAt("/sensors")))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("${payload-key} needs rows that are from an object");
    }

    private static @Nullable Object[] one(String json, String... pointers) throws DecodeException {
        var records = decoder(pointers).decode(Payload.of(utf8(json)), BrokenRecords.REFUSED);
        assertThat(records).hasSize(1);
        return records.get(0);
    }

    private static Decoder decoder(String... pointers) {
        return new JsonFormat()
                .decoder(Arrays.stream(pointers).map(JsonFormatTest::record).toList(), RecordShape.ONE_RECORD);
    }

    private static List<@Nullable Object[]> rows(String rows, String json, FieldPath... fields) throws DecodeException {
        return new JsonFormat()
                .decoder(List.of(fields), RecordShape.rowsAt(rows))
                .decode(Payload.of(utf8(json)), BrokenRecords.REFUSED);
    }

    private static FieldPath record(String pointer) {
        return new FieldPath(Scope.RECORD, pointer);
    }

    private static FieldPath message(String pointer) {
        return new FieldPath(Scope.MESSAGE, pointer);
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    @Test
    void shouldReadOtherCharsets() throws Exception {
        var gb18030 = Charset.forName("GB18030");
        for (var charset : List.of(gb18030, StandardCharsets.UTF_16, StandardCharsets.ISO_8859_1)) {
            var text = charset.equals(StandardCharsets.ISO_8859_1) ? "grün" : "温度😀";
            var decoder =
                    new JsonFormat(charset, NonFinite.REJECT).decoder(List.of(record("/s")), RecordShape.ONE_RECORD);

            var fields =
                    decoder.decode(Payload.of(("{\"s\":\"" + text + "\"}").getBytes(charset)), BrokenRecords.REFUSED);

            assertThat(fields.get(0)[0]).as("%s", charset).isEqualTo(text);
        }
        assertThatThrownBy(() -> new JsonFormat(gb18030, NonFinite.REJECT)
                        .decoder(List.of(record("/s")), RecordShape.ONE_RECORD)
                        .decode(Payload.of(new byte[] {'"', (byte) 0xFF, '"'}), BrokenRecords.REFUSED))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("The payload is not GB18030");
    }
}
