// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import static io.github.hivemqtdengine.decode.sparkplug.Encoding.metric;
import static io.github.hivemqtdengine.decode.sparkplug.Encoding.payload;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.ARRIVAL;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.DBIRTH;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.DDATA;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.NBIRTH;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.NDATA;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.T;
import static io.github.hivemqtdengine.decode.sparkplug.SparkplugReading.hex;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.RecordShape;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The metrics of messages, by the bytes that senders of others make. */
class SparkplugFormatTest {

    static final byte[] NODE_BIRTH = hex("08809f97e5b73312120a05626453657118809f97e5b7332004580712210a144e6f646520436f"
            + "6e74726f6c2f5265626972746818809f97e5b733200b700012170a05766f6c7473100018809f97e5b7332009659a9941411800");
    static final byte[] DEVICE_BIRTH =
            hex("08819f97e5b73312170a08496e707574732f41100118809f97e5b733200b700112170a0474656d"
                    + "70100218809f97e5b733200150f4ffffff0f1801");

    private static final Instant AT_T = Instant.ofEpochMilli(T);

    private final SparkplugReading reading = new SparkplugReading();

    private SparkplugReading born() throws DecodeException {
        return reading.after(NBIRTH, NODE_BIRTH).after(DBIRTH, DEVICE_BIRTH);
    }

    @Test
    void shouldReadTheMetricsOfANodesBirth() throws Exception {
        assertThat(reading.metrics(NBIRTH, NODE_BIRTH, "/name", "/alias", "/type", "/kind", "/value", "/birth"))
                .containsExactly(
                        Arrays.asList("bdSeq", null, "Int64", "integer", 7L, true),
                        Arrays.asList("Node Control/Rebirth", null, "Boolean", "boolean", false, true),
                        Arrays.asList("volts", 0L, "Float", "float", 12.1f, true));
        assertThat(reading.message(
                        NBIRTH, NODE_BIRTH, "/type", "/group", "/node", "/device", "/timestamp", "/seq", "/bd-seq"))
                .containsExactly("NBIRTH", "G", "E", null, AT_T, 0L, 7L);
    }

    @Test
    void shouldReadTheMetricsOfADevicesBirth() throws Exception {
        assertThat(born().metrics(DBIRTH, DEVICE_BIRTH, "/name", "/type", "/value"))
                .containsExactly(List.of("Inputs/A", "Boolean", true), List.of("temp", "Int8", -12L));
        assertThat(reading.message(DBIRTH, DEVICE_BIRTH, "/device", "/seq", "/bd-seq"))
                .containsExactly("D", 1L, 7L);
    }

    @Test
    void shouldTakeNameAndTypeOfAnAliasFromTheBirth() throws Exception {
        var signExtended = hex("08e8a697e5b733120f100218e8a697e5b73350f4ffffff0f1802");
        var eightBits = hex("08e8a697e5b733120c100218e8a697e5b73350f4011802");

        for (var payload : List.of(signExtended, eightBits)) {
            assertThat(born().metrics(DDATA, payload, "/name", "/type", "/kind", "/value", "/birth", "/timestamp"))
                    .containsExactly(List.of("temp", "Int8", "integer", -12L, false, Instant.ofEpochMilli(T + 1_000)));
        }
    }

    @Test
    void shouldTakeZeroForAnAlias() throws Exception {
        var payload = hex("08d0ae97e5b733120e100018d0ae97e5b73365cdcc44411803");

        assertThat(born().metrics(NDATA, payload, "/name", "/alias", "/value"))
                .containsExactly(List.of("volts", 0L, 12.3f));
    }

    @Test
    void shouldReadUnsignedNumbersFromEitherMember() throws Exception {
        var inLong = new Encoding()
                .bytes(2, hex("0a016318809f97e5b73320075880d0acf30e"))
                .toBytes();
        var inInt =
                payload(metric("c", DataType.UINT32).number(10, 4_000_000_000L)).toBytes();

        for (var payload : List.of(inLong, inInt)) {
            assertThat(reading.metrics(NDATA, payload, "/name", "/kind", "/value"))
                    .containsExactly(List.of("c", "unsigned", 4_000_000_000L));
        }
    }

    @Test
    void shouldReadEveryDatatypeExactly() throws Exception {
        var payload = payload(
                        metric("a", DataType.INT64).number(11, -1),
                        metric("b", DataType.UINT64).number(11, -1),
                        metric("c", DataType.INT16).number(10, 0xFFFF_8000L),
                        metric("d", DataType.INT16).number(10, 0x8000),
                        metric("e", DataType.INT32).number(11, -5),
                        metric("f", DataType.INT32).number(11, 0xFFFF_FFFBL),
                        metric("g", DataType.UINT8).number(10, 255),
                        metric("h", DataType.DOUBLE).float64(13, 0.1),
                        metric("i", DataType.DATE_TIME).number(11, T),
                        metric("j", DataType.UUID).text(15, "c5f5"),
                        metric("l", DataType.TEXT).text(15, "开"),
                        metric("m", DataType.INT64).number(10, 5))
                .toBytes();

        assertThat(reading.metrics(NDATA, payload, "/value", "/kind", "/type"))
                .containsExactly(
                        List.of(-1L, "integer", "Int64"),
                        List.of(new BigInteger("18446744073709551615"), "unsigned", "UInt64"),
                        List.of(-32768L, "integer", "Int16"),
                        List.of(-32768L, "integer", "Int16"),
                        List.of(-5L, "integer", "Int32"),
                        List.of(-5L, "integer", "Int32"),
                        List.of(255L, "unsigned", "UInt8"),
                        List.of(0.1, "float", "Double"),
                        List.of(AT_T, "time", "DateTime"),
                        List.of("c5f5", "text", "UUID"),
                        List.of("开", "text", "Text"),
                        List.of(5L, "integer", "Int64"));
    }

    @Test
    void shouldReadBytesAndFiles() throws Exception {
        var payload =
                payload(metric("k", DataType.FILE).bytes(16, new byte[] {1, 2})).toBytes();

        var record = reading.metrics(NDATA, payload, "/value", "/kind", "/type").get(0);
        assertThat(record.get(0)).isEqualTo(new byte[] {1, 2});
        assertThat(record.subList(1, 3)).containsExactly("bytes", "File");
    }

    @Test
    void shouldRefuseValuesThatAreNotOfTheirDatatype() {
        requireFailure(
                metric("x", DataType.INT8).number(10, 256),
                "Metric \"x\": Its value is outside the range of" + " its datatype Int8");
        requireFailure(metric("x", DataType.INT32).number(11, 1L << 32), "outside the range");
        requireFailure(metric("x", DataType.INT64).number(10, 0xFFFF_FFFFL), "outside the range");
        requireFailure(metric("x", DataType.UINT16).number(10, 65_536), "outside the range");
        requireFailure(metric("x", DataType.FLOAT).number(10, 5), "the datatype Float, but its value is a int_value");
        requireFailure(metric("x", DataType.BOOLEAN).text(15, "true"), "but its value is a string_value");
        requireFailure(metric("x", DataType.INT8).float32(12, 1), "but its value is a float_value");
        requireFailure(metric("x", DataType.TEMPLATE).number(10, 5), "the datatype Template, but");
        requireFailure(metric("x", DataType.INT8_ARRAY).number(10, 5), "the datatype Int8Array, but");
        requireFailure(metric("a\nb", DataType.INT8).number(10, 256), "Metric \"a?b\": ");
    }

    private void requireFailure(Encoding metric, String sentence) {
        assertThatThrownBy(() -> reading.metrics(NDATA, payload(metric).toBytes(), "/value"))
                .isInstanceOf(DecodeException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void shouldMarkHistoricalAndNullValues() throws Exception {
        var historical = hex("08b8b697e5b733120d100218a0ca93e5b733280150051804");
        var isNull = hex("08a0be97e5b733120b100218a0be97e5b73338011805");

        assertThat(born().metrics(DDATA, historical, "/value", "/historical", "/timestamp"))
                .containsExactly(List.of(5L, true, Instant.ofEpochMilli(T - 60_000)));
        assertThat(born().metrics(DDATA, isNull, "/name", "/kind", "/value", "/historical"))
                .containsExactly(Arrays.asList("temp", "integer", null, false));
    }

    @Test
    void shouldReadTheQuality() throws Exception {
        var payload = hex("0888c697e5b733121d10021888c697e5b7334a100a075175616c6974791205080318f40350051806");

        assertThat(born().metrics(DDATA, payload, "/quality", "/value", "/properties/Quality"))
                .containsExactly(List.of(500L, 5L, 500L));
        assertThat(born().metrics(NBIRTH, NODE_BIRTH, "/quality", "/properties"))
                .contains(Arrays.asList(192L, null));
    }

    @Test
    void shouldFillWhatDataLeavesOut() throws Exception {
        born();
        var isTransient =
                payload(new Encoding().number(2, 2).number(6, 1).number(10, 5)).toBytes();
        var nameAndAlias = payload(new Encoding().text(1, "temp").number(2, 2).number(10, 0xF4))
                .toBytes();
        var otherType = payload(metric("temp", DataType.INT16).number(2, 2).number(10, 0xF4))
                .toBytes();
        var noTime = new Encoding()
                .message(2, new Encoding().number(2, 2).number(10, 5))
                .toBytes();

        assertThat(reading.metrics(DDATA, isTransient, "/transient")).containsExactly(List.of(true));
        assertThat(reading.metrics(DDATA, nameAndAlias, "/value", "/type")).containsExactly(List.of(-12L, "Int8"));
        assertThat(reading.metrics(DDATA, otherType, "/value", "/type")).containsExactly(List.of(244L, "Int16"));
        assertThat(reading.metrics(DDATA, isTransient, "/timestamp")).containsExactly(List.of(AT_T));
        assertThat(reading.metrics(DDATA, noTime, "/timestamp")).containsExactly(List.of(ARRIVAL));
    }

    @Test
    void shouldTakeTheKindFromTheValueIfNoDatatypeIsKnown() throws Exception {
        var payload = payload(
                        new Encoding().text(1, "b").float32(12, 1.5f),
                        new Encoding().text(1, "c").text(15, "x"),
                        new Encoding().text(1, "e").number(4, 99).number(14, 1))
                .toBytes();

        assertThat(reading.metrics(NDATA, payload, "/type", "/kind", "/value"))
                .containsExactly(
                        List.of("Unknown", "float", 1.5f),
                        List.of("Unknown", "text", "x"),
                        List.of("Unknown", "boolean", true));
    }

    @Test
    void shouldRefuseAnAliasThatNoBirthAnnounces() throws Exception {
        var payload = payload(new Encoding().number(2, 99).number(10, 5)).toBytes();

        requireUnknownAlias(payload, "The metric of alias 99 has no name, because no BIRTH before it is known");
        born();
        requireUnknownAlias(payload, "The metric of alias 99 has no name in the last BIRTH");
    }

    private void requireUnknownAlias(byte[] payload, String sentence) {
        assertThatThrownBy(() -> reading.metrics(DDATA, payload, "/name"))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.UNKNOWN_ALIAS))
                .hasMessage(sentence);
    }

    @Test
    void shouldLookUpAliasesOfADeviceInTheDevicesBirthOnly() throws Exception {
        reading.after(NBIRTH, NODE_BIRTH);

        assertThatThrownBy(() -> reading.metrics(
                        DDATA,
                        payload(new Encoding().number(2, 0).float32(12, 1)).toBytes(),
                        "/name"))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.UNKNOWN_ALIAS));
    }

    @Test
    void shouldAcceptAnySequenceNumberOfABirth() throws Exception {
        var payload = payload().number(3, 5).toBytes();

        assertThat(reading.message(NBIRTH, payload, "/seq", "/bd-seq", "/uuid")).containsExactly(5L, null, null);
        assertThat(reading.metrics(NBIRTH, payload, "/name")).isEmpty();
    }

    @Test
    void shouldPassOverWhatItDoesNotKnow() throws Exception {
        var metric = metric("x", DataType.INT8)
                .number(10, 5)
                .message(
                        8,
                        new Encoding()
                                .text(2, "text/plain")
                                .number(3, 12)
                                .number(9, 4)
                                .number(1, 1))
                .text(19, "extension")
                .group(20, 3)
                .number(21, 4);
        var payload =
                payload(metric).number(6, 1).bytes(7, new byte[3]).float64(8, 1).toBytes();

        assertThat(reading.metrics(
                        NDATA,
                        payload,
                        "/value",
                        "/metadata/content-type",
                        "/metadata/size",
                        "/metadata/multi-part",
                        "/metadata/md5"))
                .containsExactly(Arrays.asList(5L, "text/plain", 12L, true, null));
    }

    @Test
    void shouldKeepNamesAsTheyAre() throws Exception {
        var names = List.of("a", "A", "x.y", "x/y", "say \"x\"", "温度", "n".repeat(1_024));
        var metrics = names.stream()
                .map(name -> metric(name, DataType.INT8).number(10, 5))
                .toArray(Encoding[]::new);

        assertThat(reading.metrics(NDATA, payload(metrics).toBytes(), "/name"))
                .extracting(record -> record.get(0))
                .isEqualTo(List.copyOf(names));
        requireFailure(metric("n".repeat(1_025), DataType.INT8), "a name of more than 1024 bytes");
        requireFailure(new Encoding().number(4, 1), "A metric: It has neither a name nor an alias");
        requireFailure(new Encoding().bytes(1, hex("c080")), "The payload is not UTF-8");
    }

    @Test
    void shouldReadPropertiesOfEveryForm() throws Exception {
        var inner = new Encoding()
                .text(1, "lo")
                .message(2, new Encoding().number(1, 1).number(3, 0xFC));
        var properties = new Encoding()
                .text(1, "unit")
                .text(1, "set")
                .text(1, "sets")
                .text(1, "none")
                .message(2, new Encoding().number(1, 12).text(8, "V"))
                .message(2, new Encoding().number(1, 20).message(9, inner))
                .message(
                        2,
                        new Encoding()
                                .number(1, 21)
                                .message(10, new Encoding().message(1, inner).message(1, inner)))
                .message(2, new Encoding().number(1, 12).number(2, 1));
        var metric = metric("x", DataType.INT8).number(10, 5).message(9, properties);

        var record = reading.metrics(
                        NDATA, payload(metric).toBytes(), "/properties", "/properties/set/lo", "/properties/sets/1/lo")
                .get(0);
        assertThat(record.get(0))
                .hasToString("{\"unit\":\"V\",\"set\":{\"lo\":-4},\"sets\":[{\"lo\":-4},{\"lo\":-4}],\"none\":null}");
        assertThat(record.subList(1, 3)).containsExactly(-4L, -4L);
        requireFailure(
                metric("x", DataType.INT8).message(9, new Encoding().text(1, "k")),
                "Metric \"x\": It has 1 keys and 0 values of properties");
    }

    @Test
    void shouldGroupValuesByTheirTimes() throws Exception {
        var payload = payload(
                        metric("a", DataType.INT8).number(10, 1),
                        metric("b", DataType.INT8).number(10, 2),
                        metric("a", DataType.INT8).number(10, 3).number(3, T + 1),
                        metric("t", DataType.INT8).number(10, 3).number(6, 1),
                        metric("bdSeq", DataType.INT64).number(11, 3),
                        metric("n", DataType.INT8).number(7, 1),
                        metric("Device Control/Rebirth", DataType.BOOLEAN).number(14, 0))
                .toBytes();

        assertThat(reading.rows("/samples", NDATA, payload, "/timestamp", "/values"))
                .extracting(record -> record.get(0) + " " + record.get(1))
                .containsExactly(AT_T + " {\"a\":1,\"b\":2,\"n\":null}", AT_T.plusMillis(1) + " {\"a\":3}");
    }

    @Test
    void shouldNeedTheTopic() {
        var decoder = new SparkplugFormat().decoder(List.of(), RecordShape.rowsAt("/metrics"));

        assertThatThrownBy(() -> decoder.decode(Payload.of(NODE_BIRTH), BrokenRecords.REFUSED))
                .isInstanceOf(DecodeException.class)
                .hasMessage("A payload of Sparkplug B can't be read without its topic");
    }
}
