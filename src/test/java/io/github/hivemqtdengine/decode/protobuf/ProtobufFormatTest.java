// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.protobuf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.RecordShape.Pivot;
import io.github.hivemqtdengine.decode.RecordShape.RowsFrom;
import io.github.hivemqtdengine.decode.document.DocumentText;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.decode.protobuf.ProtobufFormat.Framing;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ProtobufFormatTest {

    private static final ProtobufFormat EVERYTHING = ProtobufGolden.everything();

    static List<JsonNode> expected() throws IOException {
        return ProtobufGolden.expected();
    }

    @ParameterizedTest
    @MethodSource("expected")
    void shouldReadWhatPythonWrites(JsonNode line) throws Exception {
        var format = ProtobufGolden.format(
                line.get(1).asText(),
                line.get(2).asText(),
                Framing.valueOf(line.get(3).asText().toUpperCase(Locale.ROOT)));

        var text = DocumentText.of(
                format.open(Payload.of(ProtobufGolden.bytes(line.get(0).asText()))));

        assertThat(new JsonMapper().readTree(text)).isEqualTo(line.get(4));
    }

    @Test
    void shouldGiveEachTypeItsValue() throws Exception {
        var values = read(
                ProtobufGolden.bytes("everything.bin"),
                "/a_int32",
                "/a_int64",
                "/a_uint32",
                "/a_uint64",
                "/a_sint64",
                "/a_fixed64",
                "/a_float",
                "/a_double",
                "/a_bool",
                "/a_string",
                "/a_state",
                "/reading/state",
                "/a_timestamp",
                "/a_duration",
                "/a_wrapped",
                "/a_struct/l/2/three",
                "/a_struct/n",
                "/by_number/18446744073709551615",
                "/times/1",
                "/a_value",
                "/an_any/@type");

        assertThat(values)
                .containsExactly(
                        (long) Integer.MIN_VALUE,
                        Long.MIN_VALUE,
                        4_294_967_295L,
                        new BigInteger("18446744073709551615"),
                        Long.MAX_VALUE,
                        BigInteger.ONE.shiftLeft(63),
                        0.1f,
                        0.1,
                        true,
                        "\u00e9\uD83D\uDE00",
                        77L,
                        "RUNNING",
                        Instant.parse("0001-01-01T00:00:00.000000001Z"),
                        "-3.5s",
                        0L,
                        true,
                        null,
                        true,
                        Instant.ofEpochSecond(0, 500_000_000),
                        2.5,
                        "type.googleapis.com/plant.Reading");
        assertThat(read(ProtobufGolden.bytes("everything.bin"), "/a_bytes")[0])
                .isInstanceOfSatisfying(byte[].class, bytes -> assertThat(bytes).hasSize(256));
    }

    @Test
    void shouldKnowWhatIsMissingAndWhatIsADefault() throws Exception {
        assertThat(read(
                        new byte[0],
                        "/a_int32",
                        "/a_string",
                        "/a_state",
                        "/a_bool",
                        "/maybe",
                        "/text",
                        "/a_timestamp",
                        "/inner",
                        "/packed/0",
                        "/a_wrapped"))
                .containsExactly(
                        0L,
                        "",
                        "UNKNOWN",
                        false,
                        Decoder.MISSING,
                        Decoder.MISSING,
                        Decoder.MISSING,
                        Decoder.MISSING,
                        Decoder.MISSING,
                        Decoder.MISSING);
        assertThat(read(hex("c80100"), "/maybe")).containsExactly(0L);
        assertThat(text(new byte[0], "/packed")).isEqualTo("[]");
        assertThat(text(new byte[0], "/by_name")).isEqualTo("{}");
    }

    @Test
    void shouldMakeNoRowsOfAnAbsentArray() throws Exception {
        var report = ProtobufGolden.format("plant.desc", "plant.Report", Framing.MESSAGE);
        var decoder = report.decoder(List.of(new FieldPath(Scope.RECORD, "/value")), RecordShape.rowsAt("/readings"));

        assertThat(decoder.decode(Payload.of(hex("0a0178")), BrokenRecords.REFUSED))
                .isEmpty();
        assertThat(decoder.decode(Payload.of(ProtobufGolden.bytes("report.bin")), BrokenRecords.REFUSED))
                .extracting(record -> record[0])
                .containsExactly(0.0, 0.125, 0.25, 0.375, 0.5);
    }

    @Test
    void shouldReadAListOfNamesAndValuesAsAnObject() throws Exception {
        var report = ProtobufGolden.format("plant.desc", "plant.Report", Framing.MESSAGE);
        var shape = new RecordShape(null, RowsFrom.ARRAY, new Pivot("/readings", "sensor_id", "value"));
        var fields = List.of(new FieldPath(Scope.RECORD, "/readings/s-1"), new FieldPath(Scope.RECORD, "/gateway"));

        assertThat(report.decoder(fields, shape)
                        .decode(Payload.of(ProtobufGolden.bytes("report.bin")), BrokenRecords.REFUSED)
                        .get(0))
                .containsExactly(0.125, "gw-1");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "the last scalar counts             | 0801 0802                        | /a_int32   | 2",
                "an array is one wherever it is     | d20101 01 0801 d20102 0203       | /packed    | [1,2,3]",
                "packed and not in one array        | d0010a d201020b0c d0010d d80163  | /packed    | [10,11,12,13]",
                "an array that is packed to nothing | d20100                           | /packed    | []",
                "packed though said to be unpacked  | da01020102                       | /unpacked  | [1,2]",
                "messages that come twice are one   | c201030a0161 c20109 190000000000000840 | /reading/sensor_id | a",
                "and their other fields, too        | c201030a0161 c20109 190000000000000840 | /reading/value | 3.0",
                "the last of a oneof counts         | b2010161 b80105                  | /number    | 5",
                "and the others are forgotten       | b2010161 b80105                  | /text      | missing",
                "so are merged messages             | c201030a0161 b80105 c20100       | /reading/sensor_id | ''",
                "the last entry of a key counts     | f201020801 f20104 08011001       | /by_number | {\"1\":true}",
                "an entry needs no key and no value | f20100                           | /by_number | {\"0\":false}",
                "nor a message                      | ea01030a0161                     | /by_name/a/sensor_id | ''",
                "keys that are truth values         | fa01020801                       | /by_truth  | {\"true\":\"UNKNOWN\"}",
                "another wire type is unknown       | 0d01000000                       | /a_int32   | 0",
                "unknown fields are passed over     | c03e01 cb3e cb3e cc3e cc3e 0807  | /a_int32   | 7",
                "negative numbers of 32 bits        | 08ffffffffffffffffff01           | /a_int32   | -1",
                "numbers of more bits are cut       | 0881808080f0ff7f                 | /a_int32   | 1",
                "a merged timestamp                 | 8a01020801 8a01021005            | /a_timestamp | 1970-01-01T00:00:01.000000005Z",
                "a wrapper with nothing in it       | 9a0100                           | /a_wrapped | 0",
                "a value with nothing in it         | 920200                           | /a_value   | null",
            })
    void shouldDoAsProtobufDoes(String what, String payload, String pointer, String value) throws Exception {
        assertThat(String.valueOf(read(hex(payload), pointer)[0])).as(what).isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a field without a number    | 00              | MALFORMED | 0",
                "a wire type that is none    | 0e              | MALFORMED | 1",
                "a group that begins nowhere | 0c              | MALFORMED | 0",
                "a group that is another     | cb3e d43e       | MALFORMED | 2",
                "a group without an end      | cb3e            | TRUNCATED | 2",
                "a number without an end     | 0880            | TRUNCATED | 2",
                "a number that is too long   | 08ffffffffffffffffffff01 | MALFORMED | 1",
                "a text without its bytes    | 72056162        | TRUNCATED | 2",
                "a length that is negative   | 72ffffffff0f    | MALFORMED | 1",
                "a double without its bytes  | 61000000        | TRUNCATED | 1",
                "a packed number in two      | d20101 80       | TRUNCATED | 4",
                "a field in two              | c2010108        | TRUNCATED | 4",
                "text that is not UTF-8      | 7203 61c328     | CHARSET   | 3",
                "the same where nobody looks | c201 030a01ff   | CHARSET   | 5",
                "a year of 10,000            | 8a010708 8083d1ffaf07 | LIMIT | 3",
                "nanoseconds below zero      | 8a010b10 ffffffffffffffffff01 | LIMIT | 3",
                "a duration without an end   | 92010a08 ffffffffffffffff7f | LIMIT | 3",
            })
    void shouldSayWhatIsWrongAndWhere(String what, String payload, Fault fault, long position) {
        assertFault(() -> read(hex(payload), "/a_bool"), fault, position);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a known field          | 20 N       | 1",
                "a field of 32 bits     | 08 N       | 1",
                "an unknown field       | c03e N     | 2",
                "a tag                  | N          | 0",
                "a length               | 72 N       | 1",
                "the length of numbers  | d201 N     | 2",
                "one number of several  | d2010b N 00 | 3",
                "a field of a group     | cb3e 08 N cc3e | 3",
            })
    void shouldRefuseANumberOfMoreThanTenBytes(String where, String payload, long position) throws Exception {
        var nine = "ce f7 f3 90 ef a0 91 d8 ee";

        assertFault(() -> read(hex(payload.replace("N", nine + "ed 01")), "/a_bool"), Fault.MALFORMED, position);
        assertFault(() -> read(hex(payload.replace("N", nine + "ed")), "/a_bool"), Fault.MALFORMED, position);
    }

    private static void assertFault(ThrowingCallable reading, Fault fault, long position) {
        assertThatThrownBy(reading).isInstanceOfSatisfying(DecodeException.class, e -> {
            assertThat(e.fault()).isEqualTo(fault);
            assertThat(e.position()).isEqualTo(position);
        });
    }

    @Test
    void shouldNotNestWithoutAnEnd() throws Exception {
        assertThat(read(nested(98), "/a_int32")).containsExactly(0L);
        assertThatThrownBy(() -> read(nested(99), "/a_int32"))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.LIMIT));
        assertThatThrownBy(() -> read(nested(10_000), "/a_int32"))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.LIMIT));
        var groups = new byte[20_000];
        Arrays.fill(groups, (byte) 0x2b);
        assertThatThrownBy(() -> read(groups, "/a_int32"))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.LIMIT));
    }

    /** A message in that many others. */
    private static byte[] nested(int levels) {
        var payload = new byte[0];
        for (int i = 0; i < levels; i++) {
            payload = join(hex("827d"), varint(payload.length), payload);
        }
        return payload;
    }

    @Test
    void shouldNotBuildGroupsWithoutAnEnd() throws Exception {
        var meter = ProtobufGolden.format("legacy.desc", "legacy.Meter", Framing.MESSAGE);

        assertThat(record(meter, repeated("2324", 100_000), "/place/row")).containsExactly(Decoder.MISSING);
        assertFault(() -> record(meter, repeated("2324", 100_001), "/id"), Fault.LIMIT, 200_001);
    }

    private static byte[] repeated(String bytes, int times) {
        return hex(bytes.repeat(times));
    }

    @Test
    void shouldNotKeepMapsWithoutAnEnd() throws Exception {
        var entries = new ByteArrayOutputStream();
        for (int i = 0; i < 100_000; i++) {
            entries.writeBytes(hex("f20100"));
        }
        assertThat(text(entries.toByteArray(), "/by_number")).isEqualTo("{\"0\":false}");

        entries.writeBytes(hex("f20100"));
        assertFault(() -> read(entries.toByteArray(), "/a_bool"), Fault.LIMIT, 300_002);
    }

    @Test
    void shouldGiveStructuresAsBytesAndText() throws Exception {
        var merged = structure(hex("c201030a0161 0801 c20109 190000000000000840"), "/reading");
        var array = structure(hex("d0010a 0801 d2010102"), "/packed");
        var report = ProtobufGolden.bytes("report.bin");

        assertThat(merged.bytes()).isEqualTo(hex("0a0161 190000000000000840"));
        assertThat(merged.text())
                .isEqualTo("{\"sensor_id\":\"a\",\"value\":3.0,\"state\":\"UNKNOWN\",\"limits\":{},\"samples\":[]}");
        assertThat(array.bytes()).isEqualTo(hex("d201020a02"));
        assertThat(array.text()).isEqualTo("[10,2]");
        assertThat(structureOf(ProtobufGolden.format("plant.desc", "plant.Report", Framing.MESSAGE), report, "")
                        .bytes())
                .isEqualTo(report);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "a message in pieces, with unknown fields | 827d04cb3ecc3e 0801 827d020802 | /inner | cb3ecc3e0802",
                "maps, with unknown fields     | ea01060a0161c03e01 0801 ea01030a0162 | /by_name | ea01060a0161c03e01 ea01030a0162",
                "one of a oneof, without them  | c20106c03e010a0161             | /reading  | 0a0161",
                "numbers, encoded again        | da01020102 0801 d80103         | /unpacked | d80101 d80102 d80103",
                "texts, encoded again          | e2010161 0801 e2010162         | /texts    | e2010161 e2010162",
                "an array that is not there    | 0801                           | /packed   | ''",
            })
    void shouldKeepTheBytesOfAStructure(String what, String payload, String pointer, String bytes) throws Exception {
        assertThat(structure(hex(payload), pointer).bytes()).as(what).isEqualTo(hex(bytes));
    }

    @Test
    void shouldMakeARecordOfEachDelimitedMessage() throws Exception {
        assertThat(ids(ProtobufGolden.bytes("readings.bin"), BrokenRecords.REFUSED))
                .containsExactly("s-0", "s-1", "s-2");
        assertThat(ids(new byte[0], BrokenRecords.REFUSED)).isEmpty();
        assertThat(ids(new byte[2], BrokenRecords.REFUSED)).containsExactly("", "");
    }

    @Test
    void shouldLeaveOutBrokenMessagesAndReadTheOthers() throws Exception {
        var left = new ArrayList<String>();
        BrokenRecords out = (index, failure) -> left.add(index + " " + failure.fault() + " " + failure.position());

        assertThat(ids(hex("030a0161 030a01ff 020a05 030a0162 090a"), out)).containsExactly("a", "b");
        assertThat(left).containsExactly("1 CHARSET 7", "2 TRUNCATED 11", "4 TRUNCATED 16");
        left.clear();
        assertThat(ids(hex("030a0161 8080"), out)).containsExactly("a");
        assertThat(left).containsExactly("1 TRUNCATED 6");
        assertThatThrownBy(() -> ids(hex("030a0161 030a01ff"), BrokenRecords.REFUSED))
                .isInstanceOf(DecodeException.class);
    }

    @Test
    void shouldLeaveNothingOutOfAListThatIsStoredAsAWhole() {
        var decoder =
                ProtobufGolden.readings().decoder(List.of(new FieldPath(Scope.MESSAGE, "")), RecordShape.rowsAt(""));

        assertThatThrownBy(() -> decoder.decode(Payload.of(hex("030a0161 030a01ff")), (index, failure) -> {}))
                .isInstanceOf(DecodeException.class);
    }

    private static List<Object> ids(byte[] payload, BrokenRecords broken) throws DecodeException {
        var decoder = ProtobufGolden.readings()
                .decoder(List.of(new FieldPath(Scope.RECORD, "/sensor_id")), RecordShape.rowsAt(""));
        return decoder.decode(Payload.of(payload), broken).stream()
                .map(record -> (Object) String.valueOf(record[0]))
                .toList();
    }

    @Test
    void shouldReadGroupsOfProto2() throws Exception {
        var meter = ProtobufGolden.format("legacy.desc", "legacy.Meter", Framing.MESSAGE);

        assertThat(record(meter, ProtobufGolden.bytes("meter.bin"), "/id", "/phase", "/values/1", "/place/hall"))
                .containsExactly("m1", Decoder.MISSING, 2L, "north");
        assertThat(structureOf(meter, hex("230a016e24 231001 24"), "/place").bytes())
                .isEqualTo(hex("0a016e 1001"));
        assertThat(record(meter, hex("230a016e24 a20601 61 231001 24"), "/place/hall", "/place/row"))
                .containsExactly("n", 1L);
    }

    @Test
    void shouldBeEqualByContent() {
        assertThat(ProtobufGolden.everything()).isEqualTo(EVERYTHING).hasSameHashCodeAs(EVERYTHING);
        assertThat(ProtobufGolden.format("plant.desc", "plant.Reading", Framing.MESSAGE))
                .isNotEqualTo(EVERYTHING)
                .isNotEqualTo(ProtobufGolden.readings());
    }

    private static @Nullable Object[] read(byte[] payload, String... pointers) throws DecodeException {
        return record(EVERYTHING, payload, pointers);
    }

    private static String text(byte[] payload, String pointer) throws DecodeException {
        return structure(payload, pointer).text();
    }

    private static Structure structure(byte[] payload, String pointer) throws DecodeException {
        return structureOf(EVERYTHING, payload, pointer);
    }

    private static Structure structureOf(ProtobufFormat format, byte[] payload, String pointer) throws DecodeException {
        return (Structure) Objects.requireNonNull(record(format, payload, pointer)[0]);
    }

    private static @Nullable Object[] record(ProtobufFormat format, byte[] payload, String... pointers)
            throws DecodeException {
        var fields = Stream.of(pointers)
                .map(pointer -> new FieldPath(Scope.RECORD, pointer))
                .toList();
        return format.decoder(fields, RecordShape.ONE_RECORD)
                .decode(Payload.of(payload), BrokenRecords.REFUSED)
                .get(0);
    }

    private static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replace(" ", ""));
    }

    private static byte[] varint(int number) {
        return number < 0x80
                ? new byte[] {(byte) number}
                : join(new byte[] {(byte) (number | 0x80)}, varint(number >>> 7));
    }

    private static byte[] join(byte[]... parts) {
        var joined = new ByteArrayOutputStream();
        for (var part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }
}
