// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.cbor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.BinaryFormatContract;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Encoders;
import io.github.hivemqtdengine.decode.GoldenFiles;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CborFormatTest extends BinaryFormatContract {

    CborFormatTest() {
        super(new CborFormat(), HostileKind.CBOR);
    }

    @Override
    protected byte[] encoded(@Nullable Object value) {
        return Encoders.cbor(value);
    }

    @Override
    protected byte[] nested(int depth) {
        var payload = new byte[depth + 1];
        Arrays.fill(payload, 0, depth, (byte) 0x81);
        return payload;
    }

    @Test
    void shouldReadWhatOtherImplementationsRead() throws Exception {
        new GoldenFiles("cbor").requireAll("values.jsonl", new CborFormat());
        new GoldenFiles("cbor").requireAll("devices.jsonl", new CborFormat());
    }

    @ParameterizedTest
    @CsvSource({
        "c11a514b67b0,           2013-03-21T20:04:00Z",
        "c120,                   1969-12-31T23:59:59Z",
        "c1fb3ff199999999999a,   1970-01-01T00:00:01.100000000Z",
        "c1fbbff199999999999a,   1969-12-31T23:59:58.900000000Z",
        "c1fa3dcccccd,           1970-01-01T00:00:00.100000000Z",
        "c1f93e00,               1970-01-01T00:00:01.500000000Z",
        "c1fb3e112e0be826d695,   1970-01-01T00:00:00.000000001Z",
        "c1fb41da55cd6947e6b4,   2026-01-02T03:04:05.123456000Z",
        "d82ac100,               1970-01-01T00:00:00Z",
        "c1d82a00,               1970-01-01T00:00:00Z",
        "c1c100,                 1970-01-01T00:00:00Z",
        "c07819323032362d30312d30325430343a30343a30352b30313a3030, 2026-01-02T03:04:05Z",
        "c07f6a323032362d30312d30326a5430333a30343a30355aff,       2026-01-02T03:04:05Z"
    })
    void shouldReadTimes(String hex, Instant time) throws Exception {
        assertThat(value(hex)).isEqualTo(time);
    }

    @ParameterizedTest
    @CsvSource({
        "c48221196ab3, 273.15",
        "c4821a000f423f01, 1E+999999",
        "c4821b000000000000000007, 7",
        "c49f2203ff, 0.003",
        "c48220c24103, 0.3",
        "c48220c34103, -0.4",
        "c5822003, 1.5",
        "c5820a20, -1024",
        "c5822700, 0"
    })
    void shouldReadDecimalFractionsAndBigfloats(String hex, String number) throws Exception {
        assertThat((BigDecimal) value(hex)).isEqualByComparingTo(number).hasToString(number);
    }

    @Test
    void shouldReadBignumsWithZerosInFront() throws Exception {
        assertThat(value("c2440000000a")).isEqualTo(BigInteger.TEN);
        assertThat(value("c240")).isEqualTo(BigInteger.ZERO);
        assertThat(value("c340")).isEqualTo(BigInteger.ONE.negate());
    }

    @ParameterizedTest
    @CsvSource({"c241ff, 255", "c348ffffffffffffffff, -18446744073709551616", "c25f41ff41ffff, 65535"})
    void shouldReadBignumsWithoutASign(String hex, BigInteger number) throws Exception {
        assertThat(value(hex)).isEqualTo(number);
    }

    @Test
    void shouldTakeNamesThatAreNoTextAsText() throws Exception {
        // {1: 0, -2: 1, h'00ff': 2, 2^64 - 1: 3, -2^64: 4, 24(2^64): 5, "a": 6} and the last name in two pieces
        var payload = "a7" + "0100" + "2101" + "4200ff02" + "1bffffffffffffffff03" + "3bffffffffffffffff04"
                + "d818c24901000000000000000005" + "7f606161ff06";

        assertThat(value(payload))
                .hasToString("{\"1\":0,\"-2\":1,\"AP8=\":2,\"18446744073709551615\":3,"
                        + "\"-18446744073709551616\":4,\"18446744073709551616\":5,\"a\":6}");
    }

    @Test
    void shouldTakeTheLastOfSeveralFieldsWithOneName() throws Exception {
        assertThat(one(HexFormat.of().parseHex("a3616101616102616201"), "/a", "/b"))
                .containsExactly(2L, 1L);
    }

    @Test
    void shouldTakeTagsWithAStructure() throws Exception {
        var record = one(HexFormat.of().parseHex("a16161d9d9f7d82a820102"), "/a", "/a/1");

        assertThat(((Structure) Objects.requireNonNull(record[0])).bytes())
                .asHexString()
                .isEqualTo("D9D9F7D82A820102");
        assertThat(record[0]).hasToString("[1,2]");
        assertThat(record[1]).isEqualTo(2L);
    }

    @ParameterizedTest
    @CsvSource({
        "ff, 0",
        "82ff01, 1",
        "bf6161ff, 3",
        "a1ff01, 1",
        "1c, 0",
        "1f, 0",
        "3f, 0",
        "df00, 0",
        "9fc1ff, 2",
        "fc, 0",
        "f81f, 0",
        "5f6161ff, 0",
        "7f4161ff, 0",
        "7f7f6161ffff, 0",
        "c001, 0",
        "c0636f6e65, 0",
        "c073323032362d30312d30325430333a30343a3035, 0",
        "c06a323032362d30322d3330, 0",
        "c1617a, 0",
        "c1f97e00, 0",
        "c180, 0",
        "c201, 0",
        "c401, 0",
        "c48101, 3",
        "c4830101f6, 0",
        "c482f93c0001, 0",
        "c48201f93c00, 0",
        "c482018101, 3",
        "c49f010101ff, 0",
        "c48201c4820101, 3"
    })
    void shouldRefuseWhatIsNotCbor(String hex, int position) {
        requireFault(hex, Fault.MALFORMED, position);
    }

    @ParameterizedTest
    @CsvSource({
        "f0, 0",
        "f8ff, 0",
        "8201e0, 2",
        "a1820102f6, 1",
        "a1a000, 1",
        "a1f503, 1",
        "a1f604, 1",
        "a1f93e0005, 1",
        "d9010001, 0", // tag 25, a reference to a string
        "81d81900, 1"
    })
    void shouldRefuseWhatItDoesNotRead(String hex, int position) {
        requireFault(hex, Fault.UNSUPPORTED, position);
    }

    @ParameterizedTest
    @CsvSource({"61ff, 1", "6261c3, 2", "62c080, 1", "63eda080, 1", "7f61c361bcff, 2", "a161ff00, 2", "82636162ff00, 4"
    })
    void shouldRefuseWhatIsNotUtf8(String hex, int position) {
        requireFault(hex, Fault.CHARSET, position);
    }

    @ParameterizedTest
    @CsvSource({
        "9b8000000000000000,   9", // 2^63 elements
        "9bffffffffffffffff,   9",
        "9affffffff00,         5",
        "9affffffff00ff,       5", // Jackson takes the length for an indefinite one
        "7affffffff6161ff,     5",
        "5affffffff4161ff,     5",
        "a17affffffff6161ff00, 6",
        "bb00000001000000000000, 9", // 2^32 fields
        "b90002000000,         3",
        "7b0000000100000000,   9", // 4 GiB of text
        "5bffffffffffffffff00, 9",
        "7f7affffffff,         6",
        "c25affffffff,         6",
        "1b00,                 1",
        "f9,                   1",
        "c1,                   1",
        "9f,                   1"
    })
    void shouldNotBelieveClaims(String hex, int position) {
        requireFault(hex, Fault.TRUNCATED, position);
    }

    @Test
    void shouldLimitNumbersAndTimes() throws Exception {
        assertThat(value("c25901" + "9f" + "ff".repeat(415)))
                .isEqualTo(BigInteger.ONE.shiftLeft(3_320).subtract(BigInteger.ONE));
        requireFault("c25901" + "a0" + "ff".repeat(416), Fault.LIMIT, 0);
        requireFault("c4821a000f424001", Fault.LIMIT, 0);
        requireFault("c4821bffffffffffffffff01", Fault.LIMIT, 0);
        requireFault("c4823b7fffffffffffffff01", Fault.LIMIT, 0);
        requireFault("c58219044d01", Fault.LIMIT, 0);
        requireFault("81c11b7fffffffffffffff", Fault.LIMIT, 1);
        requireFault("c11bffffffffffffffff", Fault.LIMIT, 0);
        requireFault("c1fb7fe0000000000000", Fault.LIMIT, 0);
    }

    @Test
    void shouldReadManyTagsWithoutDepth() throws Exception {
        assertThat(value("d82a".repeat(100_000) + "01")).isEqualTo(1L);
        requireFault("c4820a".repeat(10_000) + "01", Fault.MALFORMED, 3);
    }
}
