// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import static io.github.hivemqtdengine.decode.Decoder.MISSING;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.decode.json.NdjsonFormat;
import io.github.hivemqtdengine.decode.json.NonFinite;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NestedRowsTest {

    private static final String DEVICES = "/d/*/r";

    @Test
    void shouldMakeARecordOfEveryElementOfTheInnerArrays() throws DecodeException {
        var json =
                "{\"id\":7,\"d\":[{\"n\":\"a\",\"r\":[{\"v\":1},{\"v\":2}]},{\"r\":[{\"v\":3}],\"n\":\"b\"}],\"at\":8}";

        assertThat(rows(DEVICES, json, "/v", "../n", "root:/id", "root:/at"))
                .containsExactly(
                        new Object[] {1L, "a", 7L, 8L}, new Object[] {2L, "a", 7L, 8L}, new Object[] {3L, "b", 7L, 8L});
    }

    @Test
    void shouldGoUpSeveralElements() throws DecodeException {
        var json = "[{\"d\":[{\"n\":1,\"r\":[10,11]},{\"r\":[12]}],\"n\":\"x\"},{\"n\":\"y\",\"d\":[{\"r\":[13]}]}]";

        assertThat(rows("/*/d/*/r", json, "", "../n", "../../n"))
                .containsExactly(
                        new Object[] {10L, 1L, "x"},
                        new Object[] {11L, 1L, "x"},
                        new Object[] {12L, MISSING, "x"},
                        new Object[] {13L, MISSING, "y"});
    }

    @Test
    void shouldReadArraysInArrays() throws DecodeException {
        assertThat(rows("/*", "[[1,2],[],[3]]", "", ".."))
                .containsExactly(
                        new Object[] {1L, Structure.ofJson("[1,2]")},
                        new Object[] {2L, Structure.ofJson("[1,2]")},
                        new Object[] {3L, Structure.ofJson("[3]")});
    }

    @Test
    void shouldTakeTheFieldsOfAnObjectForElements() throws DecodeException {
        assertThat(rows(DEVICES, "{\"d\":{\"x\":{\"n\":1,\"r\":[5]},\"y\":{\"r\":[6]},\"*\":{\"r\":[7]}}}", "", "../n"))
                .containsExactly(new Object[] {5L, 1L}, new Object[] {6L, MISSING}, new Object[] {7L, MISSING});
    }

    @Test
    void shouldMakeRecordsOfTheFieldsOfInnerObjects() throws DecodeException {
        var decoder = new JsonFormat()
                .decoder(
                        List.of(new FieldPath(Scope.KEY, ""), field(""), field("../n")),
                        new RecordShape(DEVICES, RowsFrom.OBJECT, null));

        assertThat(decoder.decode(
                        Payload.of(utf8("{\"d\":[{\"r\":{\"t\":1,\"u\":2},\"n\":3},{\"r\":{\"t\":4}}]}")),
                        BrokenRecords.REFUSED))
                .containsExactly(
                        new Object[] {"t", 1L, 3L}, new Object[] {"u", 2L, 3L}, new Object[] {"t", 4L, MISSING});
    }

    @Test
    void shouldNameTheFieldThatTheSignMatches() throws DecodeException {
        var json = "{\"Device A\":[{\"v\":1},{\"v\":2}],\"B\":[],\"Device ~/B\":[{\"v\":3}],\"C\":null}";

        assertThat(rows("/*", json, "/v", "key:", "key:..", "index:", "index:.."))
                .containsExactly(
                        new Object[] {1L, "Device A", "Device A", 0L, 0L},
                        new Object[] {2L, "Device A", "Device A", 1L, 0L},
                        new Object[] {3L, "Device ~/B", "Device ~/B", 0L, 2L});
    }

    @Test
    void shouldNameTheFieldsOfSeveralElementsAround() throws DecodeException {
        var json = "{\"x\":[{\"r\":{\"a\":[10,11]}},{\"r\":{\"b\":[12]}}],\"y\":{\"k\":{\"r\":{\"c\":[13]}}}}";

        assertThat(rows("/*/*/r/*", json, "", "key:", "key:../..", "key:../../..", "index:", "index:../.."))
                .containsExactly(
                        new Object[] {10L, "a", MISSING, "x", 0L, 0L},
                        new Object[] {11L, "a", MISSING, "x", 1L, 0L},
                        new Object[] {12L, "b", MISSING, "x", 0L, 1L},
                        new Object[] {13L, "c", "k", "y", 0L, 0L});
    }

    @Test
    void shouldNameFieldsThatAreRowsAndTheElementsAroundThem() throws DecodeException {
        var decoder = new JsonFormat()
                .decoder(
                        List.of(field("key:"), field("key:.."), field("index:"), field("index:.."), field("/v")),
                        new RecordShape("/*", RowsFrom.OBJECT, null));

        assertThat(decoder.decode(
                        Payload.of(utf8("{\"p\":{\"a\":{\"v\":1},\"b\":{}},\"q\":{\"a\":{\"v\":2}}}")),
                        BrokenRecords.REFUSED))
                .containsExactly(
                        new Object[] {"a", "p", 0L, 0L, 1L},
                        new Object[] {"b", "p", 1L, 0L, MISSING},
                        new Object[] {"a", "q", 0L, 1L, 2L});
    }

    @Test
    void shouldCountTheRowsOfAListWithThoseThatAreBroken() throws DecodeException {
        var decoder = new NdjsonFormat(NonFinite.REJECT)
                .decoder(
                        List.of(field("/v"), field("index:")),
                        new NdjsonFormat(NonFinite.REJECT).shape(RecordShape.ONE_RECORD));

        assertThat(decoder.decode(Payload.of(utf8("{\"v\":1}\n{x\n{\"v\":2}")), (index, failure) -> {}))
                .containsExactly(new Object[] {1L, 0L}, new Object[] {2L, 2L});
    }

    @Test
    void shouldForgetTheNameOfAFieldThatIsRepeated() throws DecodeException {
        assertThat(rows(DEVICES, "{\"d\":{\"a\":{\"r\":[1]}},\"d\":[{\"r\":[2]}]}", "", "key:"))
                .containsExactly(new Object[] {2L, MISSING});
    }

    @Test
    void shouldHaveNoNameWithoutAnElementAround() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rows("/d", "{}", "key:"))
                .withMessageContaining("needs rows that are from an object, or a * in rows");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"d\":[{\"r\":[1]},{},{\"r\":[2]}]}|1,2",
                "{\"d\":[{\"r\":[1]},{\"r\":null}]}|1",
                "{\"d\":[{\"r\":[1]},null,5,\"x\",[],[[3]]]}|1",
                "{\"d\":[{\"r\":[]},{\"r\":[]}]}|``",
                "{\"d\":[]}|``",
                "{\"d\":{}}|``",
                "{\"d\":[{\"r\":[1]}],\"d\":[{\"r\":[2]},{\"r\":[3]}]}|2,3",
                "{\"d\":[{\"r\":[1],\"r\":[2]},{\"r\":[3],\"r\":null,\"r\":[4]}]}|2,4",
                "{\"d\":[{\"r\":[1]},{\"r\":[2],\"r\":null}]}|1"
            })
    void shouldFindTheRowsThatThereAre(String json, String values) throws DecodeException {
        assertThat(rows(DEVICES, json, "")).extracting(row -> row[0]).containsExactly(numbers(values));
    }

    private static Object[] numbers(String values) {
        return Arrays.stream(values.split(","))
                .filter(value -> !value.isEmpty())
                .map(Long::valueOf)
                .toArray();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "{\"d\":5}",
                "{\"d\":null}",
                "{\"d\":[{}]}",
                "{\"d\":[{\"r\":null}]}",
                "{\"d\":[{\"r\":[1],\"r\":null}]}",
                "{\"d\":[{\"r\":[1]}],\"d\":[5]}",
                "{\"d\":[{\"r\":[1]},{\"r\":5}]}",
                "{\"d\":[{\"r\":[1]},{\"r\":{}}]}"
            })
    void shouldRefuseAMessageWithoutRows(String json) {
        assertThatThrownBy(() -> rows(DEVICES, json, ""))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("The payload has no array where the mapping expects its rows");
    }

    @Test
    void shouldForgetWhatAnElementDidNotSay() throws DecodeException {
        assertThat(rows(
                        DEVICES,
                        "{\"d\":[{\"n\":{\"x\":1},\"n\":{},\"r\":[1]},{\"n\":{\"x\":2},\"r\":[2]}]}",
                        "../n/x"))
                .containsExactly(new Object[] {MISSING}, new Object[] {2L});
    }

    @Test
    void shouldLimitTheRowsOfAllArraysTogether() throws DecodeException {
        var half = "[" + "0,".repeat(49_999) + "0]";

        assertThat(rows("/*", "[" + half + "," + half + "]", "")).hasSize(100_000);
        assertThatThrownBy(() -> rows("/*", "[" + half + "," + half + ",[0]]", ""))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("The payload has more than 100000 rows");
    }

    @ParameterizedTest
    @ValueSource(strings = {"root:/d/0", "root:/d/0/n", "../r/0"})
    void shouldNotPointIntoTheRows(String field) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rows(DEVICES, "{}", field))
                .withMessageContaining("can't point into the rows");
        assertThat(RecordShape.rowsAt(DEVICES).isInRows(field(field))).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/r", "..", "../r", "../d/0", "root:", "root:/d", "root:/r/0"})
    void shouldKnowWhatIsNotInTheRows(String field) {
        assertThat(RecordShape.rowsAt(DEVICES).isInRows(field(field))).isFalse();
    }

    @Test
    void shouldNotGoUpFurtherThanThereAreElements() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> rows(DEVICES, "{}", "../../n"))
                .withMessageContaining("${payload:../../n} goes up further than there are elements");
    }

    @Test
    void shouldStillFindAFieldThatIsCalledLikeTheSign() throws DecodeException {
        assertThat(rows(DEVICES, "{\"d\":[{\"*\":1,\"r\":[{\"*\":2}]}],\"*\":3}", "/*", "../*", "root:/*"))
                .containsExactly(new Object[] {2L, 1L, 3L});
    }

    private static List<@Nullable Object[]> rows(String rows, String json, String... fields) throws DecodeException {
        var paths = Arrays.stream(fields).map(NestedRowsTest::field).toList();
        return new JsonFormat()
                .decoder(paths, RecordShape.rowsAt(rows))
                .decode(Payload.of(utf8(json)), BrokenRecords.REFUSED);
    }

    private static FieldPath field(String text) {
        int colon = text.indexOf(':');
        var rest = text.substring(colon + 1);
        return switch (text.substring(0, Math.max(0, colon))) {
            case "root" -> new FieldPath(Scope.MESSAGE, rest);
            case "key" -> new FieldPath(Scope.KEY, FieldPath.ofRecord(rest).up(), "");
            case "index" -> new FieldPath(Scope.INDEX, FieldPath.ofRecord(rest).up(), "");
            default -> FieldPath.ofRecord(text);
        };
    }

    private static byte[] utf8(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
