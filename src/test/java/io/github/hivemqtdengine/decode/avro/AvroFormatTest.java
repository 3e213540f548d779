// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.avro;

import static io.github.hivemqtdengine.decode.Decoder.MISSING;
import static io.github.hivemqtdengine.decode.avro.AvroPayloads.ROOT;
import static io.github.hivemqtdengine.decode.avro.AvroPayloads.container;
import static io.github.hivemqtdengine.decode.avro.AvroPayloads.datums;
import static io.github.hivemqtdengine.decode.avro.AvroPayloads.hex;
import static io.github.hivemqtdengine.decode.avro.AvroPayloads.one;
import static io.github.hivemqtdengine.decode.avro.AvroPayloads.rows;
import static io.github.hivemqtdengine.decode.avro.AvroPayloads.schema;
import static io.github.hivemqtdengine.decode.avro.AvroPayloads.value;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.sun.management.ThreadMXBean;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.document.Structure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.generic.GenericData;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AvroFormatTest {

    private static final String METER = """
            {"type": "record", "name": "Meter", "fields": [
              {"name": "id", "type": "int"}, {"name": "v", "type": "double"}, {"name": "s", "type": "string"}]}""";
    private static final String NODE = """
            {"type": "record", "name": "Node", "fields": [
              {"name": "v", "type": "int"}, {"name": "next", "type": ["null", "Node"]}]}""";

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "null                         |                         |                      ",
                "boolean                      | 01                      | true                 ",
                "int                          | ff ff ff ff 0f          | -2147483648          ",
                "long                         | fe ff ff ff ff ff ff ff ff 01 | 9223372036854775807 ",
                "long                         | ff ff ff ff ff ff ff ff ff 01 | -9223372036854775808 ",
                "float                        | cd cc cc 3d             | 0.1                  ",
                "double                       | 00 00 00 00 00 00 f8 3f | 1.5                  ",
                "string                       | 06 c3 bc 61             | üa                   ",
                "{'type':'enum','name':'E','symbols':['a','b']} | 02    | b                    ",
                "{'type':'array','items':'int'} | 03 04 02 04 02 06 00  | [1,2,3]              ",
                "{'type':'map','values':'int'}  | 02 02 61 02 00        | {\"a\":1}            ",
                "['null','string']            | 02 02 61                | a                    ",
                "['string','null']            | 02                      |                      ",
            })
    void shouldGiveValuesOfEveryType(String type, @Nullable String hex, @Nullable String expected) throws Exception {
        var value = value(AvroFormat.datums(schema(json(type)), null), hex(hex == null ? "" : hex));

        assertThat(value == null ? null : value.toString()).isEqualTo(expected);
    }

    @Test
    void shouldGiveNumbersAndBytesTheirClasses() throws Exception {
        var schema = schema("""
                {"type": "record", "name": "R", "fields": [
                  {"name": "i", "type": "int"}, {"name": "l", "type": "long"}, {"name": "f", "type": "float"},
                  {"name": "d", "type": "double"}, {"name": "b", "type": "bytes"},
                  {"name": "x", "type": {"type": "fixed", "name": "F", "size": 2}}]}""");

        assertThat(one(
                        AvroFormat.datums(schema, null),
                        hex("02 03 0000c03f 000000000000f83f 0400ff 0102"),
                        "/i",
                        "/l",
                        "/f",
                        "/d",
                        "/b",
                        "/x",
                        "/no"))
                .containsExactly(1L, -2L, 1.5f, 1.5, new byte[] {0, -1}, new byte[] {1, 2}, MISSING);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{'type':'bytes','logicalType':'decimal','precision':30,'scale':2} | 04 ff7f          | -1.29",
                "{'type':'bytes','logicalType':'decimal','precision':30,'scale':2} | 02 80 | -1.28",
                "{'type':'bytes','logicalType':'decimal','precision':30,'scale':2} | 10 8000000000000000 | -92233720368547758.08",
                "{'type':'bytes','logicalType':'decimal','precision':30,'scale':2} | 12 008000000000000000 | 92233720368547758.08",
                "{'type':'fixed','name':'D','size':2,'logicalType':'decimal','precision':4,'scale':1} | 0102 | 25.8",
                "{'type':'int','logicalType':'date'}                      | ae c0 02                  | 2026-02-19",
                "{'type':'int','logicalType':'time-millis'}               | d0 0f                     | 00:00:01",
                "{'type':'long','logicalType':'time-micros'}              | 02                        | 00:00:00.000001",
                "{'type':'long','logicalType':'timestamp-millis'}         | 01                        | 1969-12-31T23:59:59.999Z",
                "{'type':'long','logicalType':'timestamp-micros'}         | 02                        | 1970-01-01T00:00:00.000001Z",
                "{'type':'long','logicalType':'timestamp-nanos'}          | 01                        | 1969-12-31T23:59:59.999999999Z",
                "{'type':'long','logicalType':'local-timestamp-millis'}   | 00                        | 1970-01-01T00:00:00",
                "{'type':'long','logicalType':'local-timestamp-micros'}   | 01                        | 1969-12-31T23:59:59.999999",
                "{'type':'long','logicalType':'local-timestamp-nanos'}    | 02                        | 1970-01-01T00:00:00.000000001",
                "{'type':'string','logicalType':'uuid'}                   | 02 61                     | a",
                "{'type':'fixed','name':'U','size':16,'logicalType':'uuid'} | 000102030405060708090a0b0c0d0e0f"
                        + " | 00010203-0405-0607-0809-0a0b0c0d0e0f",
                "{'type':'fixed','name':'P','size':12,'logicalType':'duration'} | 01000000 02000000 bc0b0000 | P1M2DT3.004S",
                "{'type':'fixed','name':'P','size':12,'logicalType':'duration'} | 00000000 00000000 00000000 | PT0S",
                "{'type':'fixed','name':'P','size':12,'logicalType':'duration'} | ffffffff 00000000 00000000 | P4294967295M",
                "{'type':'int','logicalType':'nobody-knows'}              | 02                        | 1",
                "{'type':'int','logicalType':'timestamp-micros'}          | 02                        | 1",
            })
    void shouldGiveLogicalTypesTheirMeaning(String type, String hex, String expected) throws Exception {
        var format = AvroFormat.datums(schema(json(type)), null);

        assertThat(value(format, hex(hex))).hasToString(expected);
    }

    @Test
    void shouldGiveInstantsAndDecimals() throws Exception {
        var time = schema("{\"type\": \"long\", \"logicalType\": \"timestamp-millis\"}");
        var decimal = schema("{\"type\": \"bytes\", \"logicalType\": \"decimal\", \"precision\": 4, \"scale\": 2}");

        assertThat(value(AvroFormat.datums(time, null), hex("00"))).isEqualTo(Instant.EPOCH);
        assertThat(value(AvroFormat.datums(decimal, null), hex("02 64"))).isEqualTo(new BigDecimal("1.00"));
    }

    /** A decimal of one byte would take 64 bytes more with a {@link java.math.BigInteger} in it. */
    @Test
    void shouldKeepSmallDecimalsCompactly() throws Exception {
        var decimals = schema("""
                {"type": "array", "items":
                  {"type": "fixed", "name": "D", "size": 1, "logicalType": "decimal", "precision": 2, "scale": 1}}""");
        var decoder = AvroFormat.datums(decimals, null)
                .decoder(List.of(new FieldPath(Scope.RECORD, ROOT)), RecordShape.rowsAt(ROOT));
        int count = 64_000;
        byte[] payload = ByteBuffer.allocate(3 + count + 1).put(hex("80e807")).array();
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        decoder.decode(Payload.of(payload), BrokenRecords.REFUSED);
        long before = threads.getCurrentThreadAllocatedBytes();

        assertThat(decoder.decode(Payload.of(payload), BrokenRecords.REFUSED)).hasSize(count);

        assertThat((threads.getCurrentThreadAllocatedBytes() - before) / count).isLessThan(150);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "'boolean'                                                  | 02    | MALFORMED | neither 0 nor 1",
                "'int'                                                      | 8080808010 | MALFORMED | 32 bits",
                "'long'                                                     | ffffffffffffffffff02 | MALFORMED | 64 bits",
                "'long'                                                     | ffffffffffffffffffff01 | MALFORMED | 64 bits",
                "'long'                                                     | ff    | TRUNCATED | ends too early",
                "'double'                                                   | 00    | TRUNCATED | ends too early",
                "'string'                                                   | 02ff  | CHARSET   | UTF-8",
                "'string'                                                   | 0461  | TRUNCATED | ends too early",
                "'bytes'                                                    | 01    | MALFORMED | negative length",
                "'bytes'                                                    | feffffffffffffffff01 | TRUNCATED | too early",
                "['null','int']                                             | 04    | MALFORMED | branch",
                "['null','int']                                             | 01    | MALFORMED | branch",
                "{'type':'enum','name':'E','symbols':['a']}                 | 02    | MALFORMED | symbol",
                "{'type':'enum','name':'E','symbols':['a']}                 | 01    | MALFORMED | symbol",
                "{'type':'array','items':'long'}                            | 08 02 | TRUNCATED | more items",
                "{'type':'array','items':'null'}           | 808080808080808020 00 | LIMIT     | no bytes",
                "{'type':'array','items':'double'}         | 808080808080808020 00 | TRUNCATED | more items",
                "{'type':'array','items':'long'}           | ffffffffffffffffff01 00 00 | MALFORMED | too many items",
                "{'type':'array','items':'long'}           | 01 04 02 00             | MALFORMED | another size",
                "{'type':'map','values':'null'}            | 02 02 ff 00             | CHARSET   | UTF-8",
                "{'type':'bytes','logicalType':'decimal','precision':4}     | 00    | MALFORMED | decimal",
                "{'type':'int','logicalType':'time-millis'}                 | 01    | MALFORMED | no day",
                "'int'                                                      | 02 02 | MALFORMED | rows=",
                "'int'                                                      |       | TRUNCATED | ends too early",
            })
    void shouldSayWhatIsWrong(String type, @Nullable String hex, Fault fault, String sentence) {
        var format = AvroFormat.datums(schema(json(type)), null);
        var payload = hex(hex == null ? "" : hex);

        assertThatThrownBy(() -> value(format, payload)).isInstanceOfSatisfying(DecodeException.class, e -> {
            assertThat(e.fault()).isEqualTo(fault);
            assertThat(e.sentence()).contains(sentence);
            assertThat(e.position()).isBetween(0L, (long) payload.length);
        });
        assertThatThrownBy(() -> one(format, payload, "/skipped")).isInstanceOf(DecodeException.class);
    }

    @Test
    void shouldKeepAnArrayAsItsBytesAndText() throws Exception {
        var schema = schema("""
                {"type": "record", "name": "R", "fields": [
                  {"name": "a", "type": {"type": "array", "items": "double"}}, {"name": "after", "type": "int"},
                  {"name": "o", "type": ["null", {"type": "record", "name": "O", "fields": [
                    {"name": "x", "type": "string"}, {"name": "y", "type": ["null", "bytes"]}]}]}]}""");
        var array = "03 20 000000000000f83f 0000000000000040 02 000000000000f07f 00";

        var values =
                one(AvroFormat.datums(schema, null), hex(array + "0e 02 02 61 02 02 ff"), "/a", "/after", "/o", "/o/x");

        assertThat(values[1]).isEqualTo(7L);
        assertThat(values[3]).isEqualTo("a");
        assertThat(((Structure) values[0]).bytes()).isEqualTo(hex(array));
        assertThat(((Structure) values[0]).text()).isEqualTo("[1.5,2.0,\"Infinity\"]");
        assertThat(((Structure) values[2]).bytes()).isEqualTo(hex("02 61 02 02 ff"));
        assertThat(((Structure) values[2]).text()).isEqualTo("{\"x\":\"a\",\"y\":\"/w==\"}");
    }

    @Test
    void shouldReadDataOneBehindTheOther() throws Exception {
        var format = AvroFormat.datums(schema(METER), null);
        var payload = datums(METER, meter(1), meter(2), meter(3));

        assertThat(rows(format, "", payload, BrokenRecords.REFUSED, "/id", "/s"))
                .containsExactly(new Object[] {1L, "m1"}, new Object[] {2L, "m2"}, new Object[] {3L, "m3"});
        assertThat(rows(format, "", new byte[0], BrokenRecords.REFUSED, "/id")).isEmpty();
    }

    @Test
    void shouldReadRowsInDataOneBehindTheOther() throws Exception {
        var gateway = """
                {"type": "record", "name": "G", "fields": [
                  {"name": "g", "type": "int"}, {"name": "r", "type": {"type": "array", "items": "int"}}]}""";
        var format = AvroFormat.datums(schema(gateway), null);

        assertThat(rows(format, "/*/r", hex("02 04 02 04 00  04 02 06 00"), BrokenRecords.REFUSED, ROOT))
                .containsExactly(new Object[] {1L}, new Object[] {2L}, new Object[] {3L});
        assertThat(rows(format, "/r", hex("02 04 02 04 00"), BrokenRecords.REFUSED, ROOT))
                .containsExactly(new Object[] {1L}, new Object[] {2L});
    }

    @Test
    void shouldReadAnArrayThatIsTheDatum() throws Exception {
        var format = AvroFormat.datums(schema("{\"type\": \"array\", \"items\": \"int\"}"), null);

        assertThat(rows(format, "", hex("04 02 04 00"), BrokenRecords.REFUSED, ROOT))
                .containsExactly(new Object[] {1L}, new Object[] {2L});
    }

    @Test
    void shouldKeepTheDataBeforeABrokenOne() throws Exception {
        var format = AvroFormat.datums(schema(METER), null);
        var payload = datums(METER, meter(1), meter(2), meter(3));
        var leftOut = new ArrayList<Integer>();
        var truncated = Arrays.copyOf(payload, payload.length - 1);

        assertThat(rows(format, "", truncated, (index, failure) -> leftOut.add(index), "/id"))
                .containsExactly(new Object[] {1L}, new Object[] {2L});
        assertThat(leftOut).containsExactly(2);
        assertThatThrownBy(() -> rows(format, "", truncated, BrokenRecords.REFUSED, "/id"))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("ends too early");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"'null'", "{'type':'record','name':'E','fields':[]}"})
    void shouldNotCountDataOfNoBytesForEver(String type) {
        var format = AvroFormat.datums(schema(json(type)), null);

        assertThatThrownBy(() -> rows(format, "", new byte[] {1}, BrokenRecords.REFUSED, "/a"))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("no bytes");
    }

    @Test
    void shouldRefuseWhatNestsTooDeep() throws Exception {
        var format = AvroFormat.datums(schema(NODE), null);

        assertThat(one(format, list(100), "/next/v")).containsExactly(1L);
        for (var pointer : List.of("/v", "/next", "/next/next/v")) {
            assertThatThrownBy(() -> one(format, list(10_000), pointer))
                    .isInstanceOfSatisfying(
                            DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.LIMIT));
        }
    }

    @Test
    void shouldNotFallForRecordsOfNoBytesInEachOther() {
        var fields = new StringBuilder(
                "{\"name\": \"f0\", \"type\": {\"type\": \"record\", \"name\": \"R0\", \"fields\": []}}");
        for (int i = 1; i < 60; i++) {
            fields.append(",{\"name\": \"f%d\", \"type\": {\"type\": \"record\", \"name\": \"R%d\", \"fields\": ["
                    .formatted(i, i));
            fields.append("{\"name\": \"a\", \"type\": \"R%d\"}, {\"name\": \"b\", \"type\": \"R%d\"}]}}"
                    .formatted(i - 1, i - 1));
        }
        var schema = schema("{\"type\": \"record\", \"name\": \"Top\", \"fields\": [" + fields + "]}");

        assertThatThrownBy(() -> one(AvroFormat.datums(schema, null), new byte[0], "/x"))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.LIMIT));
    }

    @Test
    void shouldSeeWhatWasWrittenAsTheReaderDoes() throws Exception {
        var writer = """
                {"type": "record", "name": "Old", "fields": [
                  {"name": "gone", "type": {"type": "array", "items": "string"}}, {"name": "i", "type": "int"},
                  {"name": "f", "type": "float"}, {"name": "t", "type": "bytes"}, {"name": "n", "type": "string"},
                  {"name": "e", "type": {"type": "enum", "name": "E", "symbols": ["a", "b", "c"]}},
                  {"name": "time", "type": "long"}]}""";
        var reader = """
                {"type": "record", "name": "New", "aliases": ["Old"], "fields": [
                  {"name": "name", "type": ["null", "string"], "aliases": ["n"]}, {"name": "i", "type": "long"},
                  {"name": "f", "type": "double"}, {"name": "t", "type": "string"},
                  {"name": "e", "type": {"type": "enum", "name": "E", "symbols": ["b", "x"], "default": "x"}},
                  {"name": "time", "type": {"type": "long", "logicalType": "timestamp-millis"}},
                  {"name": "more", "type": "string", "default": "none"},
                  {"name": "list", "type": {"type": "array", "items": "int"}, "default": [1, 2]},
                  {"name": "empty", "type": ["null", "int"], "default": null}]}""";
        var format = AvroFormat.datums(schema(writer), schema(reader));
        var payload = hex("02 02 78 00  0e  cdcccc3d  04 c3bc  04 6e6f  04  00");

        var values = one(
                format, payload, "/gone", "/name", "/i", "/f", "/t", "/e", "/time", "/more", "/list/1", "/empty",
                "/list");

        assertThat(values).startsWith(MISSING, "no", 7L, 0.1f, "ü", "x", Instant.EPOCH, "none", 2L, null);
        assertThat(((Structure) values[10]).text()).isEqualTo("[1,2]");
        assertThat(value(format, payload))
                .hasToString(
                        "{\"i\":7,\"f\":0.1,\"t\":\"ü\",\"name\":\"no\",\"e\":\"x\",\"time\":\"1970-01-01T00:00:00Z\","
                                + "\"more\":\"none\",\"list\":[1,2],\"empty\":null}");
    }

    @Test
    void shouldRefuseOnlyTheBranchesThatTheReaderLacks() throws Exception {
        var format = AvroFormat.datums(schema("[\"null\", \"int\"]"), schema("\"long\""));

        assertThat(value(format, hex("02 04"))).isEqualTo(2L);
        assertThatThrownBy(() -> value(format, hex("00")))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining("reader's schema");
    }

    @Test
    void shouldReadRecursionByAnotherSchema() throws Exception {
        var reader = NODE.replace(
                "\"fields\": [", "\"fields\": [{\"name\": \"u\", \"type\": \"string\", \"default\": \"V\"},");

        assertThat(one(AvroFormat.datums(schema(NODE), schema(reader)), list(3), "/next/next/v", "/next/u"))
                .containsExactly(2L, "V");
    }

    @Test
    void shouldRefuseAReaderThatCantReadTheWriter() {
        var reader = METER.replace("\"v\"", "\"w\"");

        assertThatThrownBy(() -> AvroFormat.datums(schema(METER), schema(reader)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("missing required field w");
    }

    @Test
    void shouldFindTheSchemaOfASingleObject() throws Exception {
        var schema = schema(METER);
        var format = AvroFormat.singleObjects(List.of(schema("\"int\""), schema), null);
        var payload = ByteBuffer.allocate(100).order(ByteOrder.LITTLE_ENDIAN);
        payload.put(hex("c301")).putLong(schema.fingerprint()).put(datums(METER, meter(5)));
        var bytes = Arrays.copyOf(payload.array(), payload.position());

        assertThat(one(format, bytes, "/id", "/s")).containsExactly(5L, "m5");
        bytes[3] ^= 1;
        assertThatThrownBy(() -> one(format, bytes, "/id"))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.UNKNOWN_SCHEMA));
        assertThatThrownBy(() -> one(format, hex("c302"), "/id")).hasMessageContaining("C3 01");
    }

    @Test
    void shouldFindTheSchemaThatARegistryHasNumbered() throws Exception {
        var format =
                AvroFormat.registered(Map.of(7L, schema("\"int\""), 0xFFFF_FFFFL, schema("\"string\"")), null, null);

        assertThat(value(format, hex("00 00000007 04"))).isEqualTo(2L);
        assertThat(value(format, hex("00 ffffffff 02 61"))).isEqualTo("a");
        assertThatThrownBy(() -> value(format, hex("00 00000008 04"))).hasMessageContaining("(8)");
        assertThatThrownBy(() -> value(format, hex("01 00000007 04"))).hasMessageContaining("registry");
        assertThatThrownBy(() -> value(format, hex("00 0000"))).hasMessageContaining("registry");
    }

    @ParameterizedTest
    @CsvSource({"null", "deflate", "snappy", "zstandard"})
    void shouldReadContainers(String codec) throws Exception {
        var payload = container(CodecFactory.fromString(codec), 2, METER, meters(5));

        assertThat(rows(AvroFormat.containers(null), "", payload, BrokenRecords.REFUSED, "/id"))
                .containsExactly(IntStream.range(0, 5)
                        .mapToObj(i -> new Object[] {(long) i})
                        .toArray(Object[][]::new));
    }

    @Test
    void shouldReadContainersByAnotherSchema() throws Exception {
        var reader = """
                {"type": "record", "name": "Meter", "fields": [{"name": "number", "type": "long", "aliases": ["id"]}]}""";

        assertThat(rows(
                        AvroFormat.containers(schema(reader)),
                        "",
                        container(CodecFactory.nullCodec(), 9, METER, meter(4)),
                        BrokenRecords.REFUSED,
                        "/number",
                        "/v"))
                .containsExactly(new Object[] {4L, MISSING});
    }

    @ParameterizedTest
    @CsvSource({"null", "deflate", "snappy", "zstandard"})
    void shouldLeaveOutABrokenBlock(String codec) throws Exception {
        var payload = container(CodecFactory.fromString(codec), 2, METER, meters(6));
        int second = indexOfSync(payload, indexOfSync(payload, 0) + 1) + 16;
        payload[second + 1] ^= 0x7F; // its size
        var leftOut = new ArrayList<Integer>();

        var rows = rows(AvroFormat.containers(null), "", payload, (index, failure) -> leftOut.add(index), "/id", "/s");

        assertThat(rows).contains(new Object[] {0L, "m0"}, new Object[] {1L, "m1"}, new Object[] {5L, "m5"});
        assertThat(leftOut).hasSize(1);
    }

    @Test
    void shouldRefuseABombInAContainer() throws Exception {
        var payload = container(CodecFactory.deflateCodec(9), 1, "\"bytes\"", ByteBuffer.allocate(17 << 20));

        assertThat(payload.length).isLessThan(60_000);
        assertThatThrownBy(() -> rows(AvroFormat.containers(null), "", payload, (index, failure) -> {}, ROOT))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.LIMIT));
    }

    @Test
    void shouldCountValuesOfNoBytesInAllBlocks() throws Exception {
        var nulls = Collections.nCopies(60_000, null);
        var schema = "{\"type\": \"array\", \"items\": \"null\"}";
        var one = container(CodecFactory.nullCodec(), 1, schema, nulls);
        var two = container(CodecFactory.nullCodec(), 1, schema, nulls, nulls);

        assertThat(rows(AvroFormat.containers(null), "", one, BrokenRecords.REFUSED, "/x"))
                .hasSize(1);
        assertThatThrownBy(() -> rows(AvroFormat.containers(null), "", two, BrokenRecords.REFUSED, "/x"))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.LIMIT))
                .hasMessageContaining("no bytes");
    }

    @Test
    void shouldNestEachDatumOfAListAsDeepAsOneAlone() throws Exception {
        var format = AvroFormat.datums(schema(NODE), null);

        assertThat(rows(format, "", list(100), BrokenRecords.REFUSED, "/v")).hasSize(1);
        assertThatThrownBy(() -> rows(format, "", list(101), BrokenRecords.REFUSED, "/v"))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.LIMIT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "Obj2                       | MALFORMED   | Obj1",
                "Obj1 avro.schema \"int\"  avro.codec bzip2 | UNSUPPORTED | compressed",
                "Obj1 avro.codec null       | NO_SCHEMA   | without a schema",
                "Obj1 avro.schema {         | MALFORMED   | valid schema",
                "Obj1 avro.schema {\"type\":\"nope\"} | MALFORMED | valid schema",
                "Obj1 avro.schema \"string\" | NO_SCHEMA  | reader-schema",
            })
    void shouldSayWhatIsWrongWithAContainer(String header, Fault fault, String sentence) throws Exception {
        var format = AvroFormat.containers(schema("\"int\""));
        var payload = header(header.split(" +"));

        assertThatThrownBy(() -> rows(format, "", payload, BrokenRecords.REFUSED, ROOT))
                .isInstanceOfSatisfying(DecodeException.class, e -> {
                    assertThat(e.fault()).isEqualTo(fault);
                    assertThat(e.sentence()).contains(sentence);
                });
    }

    @Test
    @Timeout(60)
    void shouldNotCheckTheDefaultsOfAContainersSchema() {
        var fields = new StringJoiner(",");
        fields.add("{\"name\":\"f0\",\"type\":{\"type\":\"record\",\"name\":\"R0\",\"fields\":[]}}");
        for (int i = 1; i <= 60; i++) {
            var last = "\"type\":\"R" + (i - 1) + "\",\"default\":{}}";
            fields.add("{\"name\":\"f" + i + "\",\"type\":{\"type\":\"record\",\"name\":\"R" + i
                    + "\",\"fields\":[{\"name\":\"a\"," + last + ",{\"name\":\"b\"," + last + "]}}");
        }
        var schema = "{\"type\":\"record\",\"name\":\"R\",\"fields\":[" + fields + "]}";

        assertThat(AvroSchema.ofPublisher(schema.getBytes(UTF_8))).isNotNull();
    }

    @Test
    void shouldRefuseASchemaThatTheLibraryCannotTake() {
        var schema = "{\"type\":\"fixed\",\"name\":\"F\",\"size\":2147483647}";

        assertThatThrownBy(() -> AvroSchema.parse(schema.getBytes(UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("is not an Avro schema: ");
    }

    @Test
    void shouldBeEqualWithEqualSchemas() {
        var format = AvroFormat.datums(schema(METER), null);

        assertThat(format)
                .isEqualTo(AvroFormat.datums(schema(METER.replace(" ", "")), null))
                .hasSameHashCodeAs(AvroFormat.datums(schema(METER), null))
                .isNotEqualTo(AvroFormat.datums(schema(METER.replace("\"id\"", "\"no\"")), null))
                .isNotEqualTo(AvroFormat.datums(schema(METER), schema(METER)))
                .isNotEqualTo(AvroFormat.singleObjects(List.of(schema(METER)), null));
    }

    private static String json(String type) {
        boolean isWord = Character.isLetter(type.charAt(0));
        return isWord ? "\"" + type + "\"" : type.replace('\'', '"');
    }

    private static byte[] header(String... parts) throws IOException {
        var out = new ByteArrayOutputStream();
        out.write(parts[0].replace("1", "\u0001").getBytes(StandardCharsets.UTF_8));
        for (int i = 1; i < parts.length; i++) {
            var bytes = parts[i].getBytes(StandardCharsets.UTF_8);
            if (i % 2 == 1) {
                out.write(2);
            }
            out.write(2 * bytes.length);
            out.write(bytes);
        }
        out.write(new byte[1 + 16]);
        return out.toByteArray();
    }

    private static int indexOfSync(byte[] payload, int from) {
        int at = from;
        while (payload[at] != 1 || payload[at + 1] != 2 || payload[at + 2] != 3 || payload[at + 3] != 4) {
            at++;
        }
        return at;
    }

    private static Object[] meters(int count) {
        return IntStream.range(0, count).mapToObj(AvroFormatTest::meter).toArray();
    }

    private static GenericData.Record meter(int id) {
        var meter = new GenericData.Record(new Schema.Parser().parse(METER));
        meter.put("id", id);
        meter.put("v", id / 2.0);
        meter.put("s", "m" + id);
        return meter;
    }

    /** A linked list that counts from 0 on. */
    private static byte[] list(int length) throws IOException {
        var out = new ByteArrayOutputStream();
        for (int i = 0; i < length; i++) {
            out.write(2 * (i % 60));
            out.write(i < length - 1 ? 2 : 0);
        }
        return out.toByteArray();
    }

    /** A few hundred bytes of a block become 15 MiB before it fails. */
    @Test
    void shouldNotDecompressOneBrokenBlockBehindTheOther() throws Exception {
        var codec = CodecFactory.zstandardCodec(3);
        var out = new ByteArrayOutputStream();
        out.write(AvroPayloads.container(codec, 1, "\"string\"", "good"));
        var sync = Arrays.copyOfRange(out.toByteArray(), out.size() - 16, out.size());
        var frame = Zstd.compress(new byte[15 << 20]);
        var large = Arrays.copyOf(frame, frame.length + 1); // what follows is no frame
        for (int i = 0; i < 100; i++) {
            out.write(AvroPayloads.datums("\"long\"", 1L, (long) large.length));
            out.write(large);
            out.write(sync);
        }
        var left = new TreeMap<Integer, DecodeException>();

        assertThatThrownBy(() -> rows(AvroFormat.containers(null), "", out.toByteArray(), left::put, ROOT))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.LIMIT));
        assertThat(left).hasSize(1);
    }
}
