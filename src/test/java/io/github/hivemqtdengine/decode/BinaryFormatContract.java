// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import static io.github.hivemqtdengine.decode.Decoder.MISSING;
import static org.assertj.core.api.Assertions.as;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.ARRAY;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape.Pivot;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import io.github.hivemqtdengine.decode.document.DocumentFormat;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Contract of every binary format with objects and arrays. */
public abstract class BinaryFormatContract {

    private final DocumentFormat format;
    private final HostileKind kind;

    protected BinaryFormatContract(DocumentFormat format, HostileKind kind) {
        this.format = format;
        this.kind = kind;
    }

    /** A payload that another implementation has written. */
    protected abstract byte[] encoded(@Nullable Object value);

    /** Payloads of arrays with one element, in each other. */
    protected abstract byte[] nested(int depth);

    @Test
    void shouldGiveEveryTypeThatOtherImplementationsWrite() throws Exception {
        var values = new LinkedHashMap<String, @Nullable Object>();
        values.put("text", "ü\n");
        values.put("truth", true);
        values.put("none", null);
        values.put("least", Long.MIN_VALUE);
        values.put("most", new BigInteger("18446744073709551615"));
        values.put("single", 0.1f);
        values.put("double", 0.1);
        values.put("time", Instant.parse("2026-01-02T03:04:05.000000001Z"));
        var pointers = values.keySet().stream().map(name -> "/" + name).toArray(String[]::new);

        assertThat(one(encoded(values), pointers)).containsExactlyElementsOf(values.values());
    }

    @Test
    void shouldKeepEveryByte() throws Exception {
        var bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }

        assertThat(one(encoded(Map.of("b", bytes)), "/b")[0]).isEqualTo(bytes);
    }

    @Test
    void shouldFollowPointersAndSkipTheRest() throws Exception {
        var payload = encoded(Encoders.json("""
                {"a": {"b": [5, {"c": 6}]}, "skipped": [[1, {"x": "y", "z": null}], 2.5, "ü"], "d": 7}"""));

        assertThat(one(payload, "/a/b/1/c", "/a/b/0", "/d", "/a/x", "/a/b/2"))
                .containsExactly(6L, 5L, 7L, MISSING, MISSING);
    }

    @Test
    void shouldKeepStructuresAsTheirBytesAndAsText() throws Exception {
        var inner = Encoders.json("{\"b\":[1,-2,{\"c\":\"é\"}],\"d\":null}");
        var record = one(encoded(Map.of("a", inner)), "/a", "/a/b/2/c", "/a/b");

        var structure = (Structure) record[0];
        assertThat(structure.bytes()).isEqualTo(encoded(inner));
        assertThat(structure.text()).isEqualTo("{\"b\":[1,-2,{\"c\":\"é\"}],\"d\":null}");
        assertThat(record[1]).isEqualTo("é");
        assertThat(record[2]).hasToString("[1,-2,{\"c\":\"é\"}]");
    }

    @Test
    void shouldWriteWhatJsonDoesNotHaveAsText() throws Exception {
        var list = Arrays.asList(
                new byte[] {0, -1},
                Instant.parse("2026-01-02T03:04:05Z"),
                Double.NaN,
                Float.NEGATIVE_INFINITY,
                new BigInteger("18446744073709551615"));

        assertThat(one(encoded(list), "")[0])
                .hasToString("[\"AP8=\",\"2026-01-02T03:04:05Z\",\"NaN\",\"-Infinity\",18446744073709551615]");
    }

    @Test
    void shouldMakeARecordOfEveryRow() throws Exception {
        var payload = encoded(Encoders.json("{\"i\":1,\"r\":[{\"x\":1},{},7],\"j\":2}"));

        assertThat(decode(payload, RecordShape.rowsAt("/r"), message("/i"), record("/x"), message("/j")))
                .containsExactly(
                        new Object[] {1L, 1L, 2L}, new Object[] {1L, MISSING, 2L}, new Object[] {1L, MISSING, 2L});
        assertThat(decode(encoded(Encoders.json("[1,[2]]")), RecordShape.rowsAt(""), record("/0")))
                .containsExactly(new Object[] {MISSING}, new Object[] {2L});
    }

    @Test
    void shouldMakeARecordOfEachFieldOfAnObject() throws Exception {
        var payload = encoded(Encoders.json("{\"a\":{\"v\":1},\"b\":{\"v\":2}}"));

        assertThat(decode(
                        payload,
                        new RecordShape("", RowsFrom.OBJECT, null),
                        new FieldPath(Scope.KEY, ""),
                        record("/v")))
                .containsExactly(new Object[] {"a", 1L}, new Object[] {"b", 2L});
    }

    @Test
    void shouldReadAListOfNamesAndValuesWhicheverStandsFirst() throws Exception {
        var shape = new RecordShape(null, RowsFrom.ARRAY, new Pivot("/l", "name", "value"));
        var payload = encoded(Encoders.json("""
                {"l": [{"value": 21, "name": "t"}, {"value": {"x": [true]}, "q": [{}], "name": "o"}, 7,
                       {"name": "u", "value": "é"}]}"""));

        assertThat(decode(payload, shape, record("/l/t"), record("/l/o/x/0"), record("/l/o"), record("/l/u")))
                .singleElement(as(ARRAY))
                .satisfies(record -> assertThat(record[2]).hasToString("{\"x\":[true]}"))
                .contains(21L, true, "é");
    }

    @Test
    void shouldGiveAllScalarsOfARecord() throws Exception {
        var payload = encoded(Encoders.json("{\"a\":1,\"b\":{\"c\":\"x\",\"d\":[1]},\"e\":null}"));

        assertThat(decode(payload, RecordShape.ONE_RECORD, new FieldPath(Scope.SCALARS, ""))
                        .get(0))
                .containsExactly(new Decoder.Scalars(Map.of("/a", 1L, "/b/c", "x"), 0));
    }

    @Test
    void shouldLimitDepth() throws Exception {
        assertThat(one(nested(100), "/x")).containsExactly(MISSING);
        for (int depth : new int[] {101, 10_000, 1_000_000}) {
            requireFault(nested(depth), Fault.LIMIT, 100);
            requireFault(nested(depth), Fault.LIMIT, 100, "/0/0", "");
        }
    }

    @Test
    void shouldRefuseMoreRowsThanAHundredThousand() throws Exception {
        assertThat(decode(encoded(Collections.nCopies(100_000, 1L)), RecordShape.rowsAt(""), record("")))
                .hasSize(100_000);
        assertThatThrownBy(() -> decode(encoded(Collections.nCopies(100_001, 1L)), RecordShape.rowsAt(""), record("")))
                .isInstanceOf(DecodeException.class)
                .hasMessageStartingWith("The payload has more than 100000 rows");
    }

    @Test
    void shouldSayWhereAPayloadEndsTooEarly() {
        var payload = encoded(Encoders.json("{\"a\":[1000,\"text\",{\"b\":-70000}],\"c\":0.5,\"d\":5000000000}"));

        requireFault(new byte[0], Fault.TRUNCATED, 0);
        for (int length = 1; length < payload.length; length++) {
            var cut = Arrays.copyOf(payload, length);
            assertThatThrownBy(() -> one(cut, "/c")).isInstanceOfSatisfying(DecodeException.class, e -> {
                assertThat(e.fault()).isEqualTo(Fault.TRUNCATED);
                assertThat(e.position()).isBetween(0L, (long) cut.length);
            });
        }
    }

    @Test
    void shouldRefuseWhatIsBehindTheValue() {
        var payload = encoded(Map.of("a", 1L));

        requireFault(Arrays.copyOf(payload, payload.length + 1), Fault.MALFORMED, payload.length);
    }

    @Test
    void shouldGiveRecordsOrACodedError() {
        var fields = List.of(message("/t"), record("/v"), record("/o"), new FieldPath(Scope.SCALARS, ""));
        var record = Map.of("v", 21.5, "s", "é", "o", new byte[] {1, 2});
        var nested = Map.of("v", new BigInteger("18446744073709551615"), "o", Map.of("x", List.of(1L, 0.5f)));
        var payloads = List.of(
                encoded(Map.of("t", Instant.parse("2026-01-02T03:04:05.5Z"), "r", List.of(record, nested))),
                encoded(Encoders.json("{\"r\":[],\"t\":-70000}")));

        new Mutations(kind, 1, payloads).tryOn(format.decoder(fields, RecordShape.rowsAt("/r")));
    }

    /** The value of a payload in hexadecimal digits. */
    protected final @Nullable Object value(String hex) throws DecodeException {
        return one(HexFormat.of().parseHex(hex), "")[0];
    }

    /** Requires that it is refused, whether it is read or skipped. */
    protected final void requireFault(String hex, Fault fault, int position) {
        requireFault(HexFormat.of().parseHex(hex), fault, position);
        requireFault(HexFormat.of().parseHex(hex), fault, position, "");
    }

    private void requireFault(byte[] payload, Fault fault, int position, String... pointers) {
        assertThatThrownBy(() -> one(payload, pointers)).isInstanceOfSatisfying(DecodeException.class, e -> {
            assertThat(e.fault()).as(e.sentence()).isEqualTo(fault);
            assertThat(e.position()).as(e.sentence()).isEqualTo(position);
        });
    }

    protected final @Nullable Object[] one(byte[] payload, String... pointers) throws DecodeException {
        var fields = Arrays.stream(pointers).map(BinaryFormatContract::record).toArray(FieldPath[]::new);
        var records = decode(payload, RecordShape.ONE_RECORD, fields);
        assertThat(records).hasSize(1);
        return records.get(0);
    }

    private List<@Nullable Object[]> decode(byte[] payload, RecordShape shape, FieldPath... fields)
            throws DecodeException {
        return format.decoder(List.of(fields), shape).decode(Payload.of(payload), BrokenRecords.REFUSED);
    }

    private static FieldPath record(String pointer) {
        return new FieldPath(Scope.RECORD, pointer);
    }

    private static FieldPath message(String pointer) {
        return new FieldPath(Scope.MESSAGE, pointer);
    }
}
