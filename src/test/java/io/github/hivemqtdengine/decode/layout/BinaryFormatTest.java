// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.layout;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Mutations;
import io.github.hivemqtdengine.decode.RecordLists;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.testkit.HostileKind;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class BinaryFormatTest {

    @ParameterizedTest
    @CsvSource({
        "int8 @1, -2",
        "uint8 @1, 254",
        "int16 @1, -259",
        "int16 le @1, -514",
        "uint16 be @1, 65277",
        "int24 @0, 130813",
        "int24 le @1, -197122",
        "uint24 le @1, 16580094",
        "int48 @1, -1108152157447",
        "uint48 le @1, 274856364801534",
        "int64 be @0, 143831501123549688",
        "uint64 le @1, 17868306377957244414",
        "bool @0, true",
        "bool @9, false",
    })
    void shouldReadNumbers(String type, String value) throws DecodeException {
        var payload = HexFormat.of().parseHex("01FEFDFCFBFAF9F8F700");

        assertThat(String.valueOf(read("v: " + type, payload))).isEqualTo(value);
    }

    @SeededTest
    void shouldReadWhatABufferHolds(RandomValues random) throws DecodeException {
        long number = random.anyLong();
        double real = random.anyDouble();
        float small = random.anyFloat();
        for (var order : List.of(ByteOrder.BIG_ENDIAN, ByteOrder.LITTLE_ENDIAN)) {
            var suffix = order == ByteOrder.BIG_ENDIAN ? " @" : " le @";
            var payload = ByteBuffer.allocate(20)
                    .order(order)
                    .putLong(number)
                    .putDouble(real)
                    .putFloat(small)
                    .array();

            assertThat(read("v: int64" + suffix + 0, payload)).isEqualTo(number);
            assertThat(new BigInteger(String.valueOf(read("v: uint64" + suffix + 0, payload))).longValue())
                    .isEqualTo(number);
            assertThat(read("v: float64" + suffix + 8, payload)).isEqualTo(real);
            assertThat(read("v: float32" + suffix + 16, payload)).isEqualTo(small);
        }
    }

    @Test
    void shouldReadTextAndBytes() throws DecodeException {
        var payload = "abc\0\0\0é!".getBytes(UTF_8);

        assertThat(read("v: text 6 @0", payload)).isEqualTo("abc");
        assertThat(read("v: text @6", payload)).isEqualTo("é!");
        assertThat(read("v: text @9", payload)).isEqualTo("");
        assertThat((byte[]) read("v: bytes 3 @2", payload)).containsExactly('c', 0, 0);
        assertThat((byte[]) read("v: bytes @8", payload)).containsExactly('!');
        assertThatThrownBy(() -> read("v: text 1 @6", payload)).hasMessage("The payload is not UTF-8 at byte 6");
    }

    @Test
    void shouldReadTheSendTimeOfMqttloader() throws DecodeException {
        var payload = ByteBuffer.allocate(20).putLong(1_764_000_000_123_456L).array();

        assertThat(read("sent: int64 be @0", payload)).isEqualTo(1_764_000_000_123_456L);
    }

    @Test
    void shouldReadAListOfRecords() throws DecodeException {
        var format = new BinaryFormat(fields("a: uint8 @0, b: uint16 le @1"), 3);

        assertThat(RecordLists.read(format, new byte[] {1, 2, 0, 3, 4, 1}, "/a", "/b", ""))
                .containsExactly(
                        new Object[] {1L, 2L, Structure.ofJson("{\"a\":1,\"b\":2}")},
                        new Object[] {3L, 260L, Structure.ofJson("{\"a\":3,\"b\":260}")});
        assertThat(RecordLists.read(format, new byte[0], "/a")).isEmpty();
        assertThatThrownBy(() -> RecordLists.read(format, new byte[4], "/a"))
                .hasMessage("The payload's last record is too short at byte 3");
    }

    @Test
    void shouldLeaveOutALastRecordThatIsTooShort() throws DecodeException {
        var sentences = new ArrayList<String>();

        assertThat(RecordLists.readWhatCan(
                        sentences, new BinaryFormat(fields("a: uint8 @0"), 2), new byte[] {7, 0, 8}, "/a"))
                .extracting(record -> record[0])
                .containsExactly(7L);
        assertThat(sentences).containsExactly("1: The payload's last record is too short at byte 2");
    }

    @Test
    void shouldRefuseAPayloadThatIsTooShort() {
        assertThatThrownBy(() -> read("v: int32 @1", new byte[4]))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.position()).isEqualTo(4))
                .hasMessage("The payload ends before its field \"v\" does at byte 4");
        assertThatThrownBy(() -> read("v: bytes @5", new byte[4])).isInstanceOf(DecodeException.class);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "v: int7 @0",
                "v int8 @0",
                "v: int8",
                "v: int8 2 @0",
                "v: text 0 @0",
                "v: bytes 3 @99999999999",
                "1v: int8 @0",
                "v: int16 me @0",
                ""
            })
    void shouldRefuseWhatIsNoField(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> BinaryField.parse(text))
                .withMessageStartingWith("has \"" + text + "\", which ");
    }

    @Test
    void shouldGiveRecordsOrACodedError() {
        var format = new BinaryFormat(fields("a: int64 le @0, t: text 4 @8, r: bytes @12"), 0);

        new Mutations(HostileKind.LAYOUT, 1, List.of("12345678abcdREST".getBytes(UTF_8)))
                .tryOn(RecordLists.decoder(format, "/a", "/t", "/r"));
    }

    private static @Nullable Object read(String field, byte[] payload) throws DecodeException {
        var format = new BinaryFormat(fields(field), 0);
        return RecordLists.read(format, payload, "/" + field.substring(0, field.indexOf(':')))
                .get(0)[0];
    }

    private static List<BinaryField> fields(String text) {
        return Arrays.stream(text.split(",")).map(BinaryField::parse).toList();
    }
}
