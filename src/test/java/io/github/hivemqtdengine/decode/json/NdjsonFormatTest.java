// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.Mutations;
import io.github.hivemqtdengine.decode.RecordLists;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NdjsonFormatTest {

    private static final NdjsonFormat FORMAT = new NdjsonFormat(NonFinite.REJECT);

    @Test
    void shouldReadEachLineAsARecord() throws DecodeException {
        var payload = "\uFEFF{\"a\":1,\"b\":{\"c\":[1,2]}}\r\n\n  \n{\"a\":9223372036854775807}\n[7]\n5";

        assertThat(RecordLists.read(FORMAT, payload.getBytes(UTF_8), "/a", "/b", "/b/c/1", "/0", ""))
                .containsExactly(
                        new Object[] {
                            1L,
                            Structure.ofJson("{\"c\":[1,2]}"),
                            2L,
                            Decoder.MISSING,
                            Structure.ofJson("{\"a\":1,\"b\":{\"c\":[1,2]}}")
                        },
                        new Object[] {
                            Long.MAX_VALUE,
                            Decoder.MISSING,
                            Decoder.MISSING,
                            Decoder.MISSING,
                            Structure.ofJson("{\"a\":9223372036854775807}")
                        },
                        new Object[] {Decoder.MISSING, Decoder.MISSING, Decoder.MISSING, 7L, Structure.ofJson("[7]")},
                        new Object[] {Decoder.MISSING, Decoder.MISSING, Decoder.MISSING, Decoder.MISSING, 5L});
    }

    @Test
    void shouldReadRowsInEachLine() throws DecodeException {
        var fields = List.of(new FieldPath(Scope.RECORD, "/v"), new FieldPath(Scope.RECORD, 1, "/name"));
        var decoder = FORMAT.decoder(fields, RecordShape.rowsAt("/*/r"));

        assertThat(decoder.decode(
                        Payload.of("{\"r\":[{\"v\":1},{\"v\":2}],\"name\":\"a\"}\n{\"name\":\"b\",\"r\":[{\"v\":3}]}\n"
                                .getBytes(UTF_8)),
                        BrokenRecords.REFUSED))
                .containsExactly(new Object[] {1L, "a"}, new Object[] {2L, "a"}, new Object[] {3L, "b"});
    }

    @Test
    void shouldHaveNoRecordsWithoutLines() throws DecodeException {
        assertThat(RecordLists.read(FORMAT, new byte[0], "/a")).isEmpty();
        assertThat(RecordLists.read(FORMAT, "\n\r\n".getBytes(UTF_8), "/a")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "'{\"a\":1}\n{\"a\":2', The payload's JSON ends too early",
        "'{\"a\":1} {\"a\":2}', The payload has data after its JSON value at byte 8",
        "'{\"a\":1}\nx\n', The payload is not valid JSON",
    })
    void shouldRefuseThePayloadWithABrokenLine(String payload, String sentence) {
        assertThatThrownBy(() -> RecordLists.read(FORMAT, payload.getBytes(UTF_8), "/a"))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith(sentence);
    }

    @Test
    void shouldLeaveOutBrokenLines() throws DecodeException {
        var payload = "{\"a\":1}\n{\"a\":[{\"x\":\n{\"a\":\"\u0001\"}\n{\"a\":4} 5\n{\"a\":6}\nÿ\n{\"a\":7}"
                .getBytes(StandardCharsets.ISO_8859_1);
        var sentences = new ArrayList<String>();

        assertThat(RecordLists.readWhatCan(sentences, FORMAT, payload, "/a"))
                .extracting(record -> record[0])
                .containsExactly(1L, 6L, 7L);
        assertThat(sentences).hasSize(4).first().asString().startsWith("1: The payload's JSON ends too early at byte ");
        assertThat(sentences.get(3)).isEqualTo("5: The payload is not UTF-8 at byte " + (payload.length - 9));
    }

    @ParameterizedTest
    @ValueSource(strings = {"/*", "/*/r", "/0", "/0/r"})
    void shouldLeaveOutNothingInsideOfALine(String rows) {
        var payload = rows.endsWith("r")
                ? "{\"r\":[{\"v\":1},{\"v\":x}]}\n{\"r\":[{\"v\":2}]}\n"
                : "[{\"v\":1},{\"v\":x}]\n[{\"v\":2}]\n[{\"v\":3}]";
        var decoder = FORMAT.decoder(List.of(new FieldPath(Scope.RECORD, "/v")), RecordShape.rowsAt(rows));
        var left = new ArrayList<Integer>();

        assertThatThrownBy(() -> decoder.decode(Payload.of(payload.getBytes(UTF_8)), (index, e) -> left.add(index)))
                .isInstanceOf(DecodeException.class);
        assertThat(left).isEmpty();
    }

    @Test
    void shouldCollectTheFieldsOfEachRecordWhateverBecameOfTheOnesBefore() throws DecodeException {
        var payload = "{\"a\":1\n".repeat(30_000) + "{\"b\":2}";
        var decoder = FORMAT.decoder(List.of(new FieldPath(Scope.SCALARS, "")), RecordShape.rowsAt(""));

        assertThat(decoder.decode(Payload.of(payload.getBytes(UTF_8)), (index, e) -> {}))
                .containsExactly(new Object[] {new Decoder.Scalars(Map.of("/b", 2L), 0)});
    }

    @Test
    void shouldCountBrokenLinesAsRecords() {
        var payload = "x\n".repeat(100_001);

        assertThatThrownBy(() -> RecordLists.readWhatCan(new ArrayList<>(), FORMAT, payload.getBytes(UTF_8), "/a"))
                .hasMessageStartingWith("The payload has more than 100000 rows");
    }

    @Test
    void shouldGiveRecordsOrACodedError() {
        var lines = "{\"a\":1,\"b\":[{}]}\n\n{\"a\":\"é\"}\r\n".getBytes(UTF_8);
        var brokenLines = "{\n".repeat(2_000).getBytes(UTF_8);
        var seeds = List.of(lines, brokenLines);

        new Mutations(HostileKind.NDJSON, 1, seeds).tryOn(RecordLists.decoder(FORMAT, "/a", "/b"));
    }
}
