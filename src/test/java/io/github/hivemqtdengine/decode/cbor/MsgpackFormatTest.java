// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.cbor;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.BinaryFormatContract;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Encoders;
import io.github.hivemqtdengine.decode.GoldenFiles;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MsgpackFormatTest extends BinaryFormatContract {

    MsgpackFormatTest() {
        super(new MsgpackFormat(), HostileKind.MSGPACK);
    }

    @Override
    protected byte[] encoded(@Nullable Object value) {
        return Encoders.msgpack(value);
    }

    @Override
    protected byte[] nested(int depth) {
        var payload = new byte[depth + 1];
        Arrays.fill(payload, 0, depth, (byte) 0x91);
        return payload;
    }

    @Test
    void shouldReadWhatOtherImplementationsWrite() throws Exception {
        new GoldenFiles("msgpack").requireAll("values.jsonl", new MsgpackFormat());
        new GoldenFiles("msgpack").requireAll("devices.jsonl", new MsgpackFormat());
    }

    @ParameterizedTest
    @CsvSource({
        "dd0000000101, [1]",
        "dc000101, [1]",
        "df00000001a16101, {\"a\":1}",
        "de0001a16101, {\"a\":1}",
        "91db0000000161, [\"a\"]",
        "91da000161, [\"a\"]",
        "91c60000000161, [\"YQ==\"]",
        "91c900000001056b, [\"aw==\"]",
        "91c80001056b, [\"aw==\"]",
        "91d300000000000000ff, [255]",
        "91d2ffffffff, [-1]",
        "91e0, [-32]"
    })
    void shouldReadLongFormsOfShortValues(String hex, String json) throws Exception {
        assertThat(value(hex)).hasToString(json);
    }

    @ParameterizedTest
    @CsvSource({
        "d6ff00000000,                       1970-01-01T00:00:00Z",
        "d6ffffffffff,                       2106-02-07T06:28:15Z",
        "d7ff0000000400000000,               1970-01-01T00:00:00.000000001Z",
        "d7ffee6b27ffffffffff,               2514-05-30T01:53:03.999999999Z",
        "c70cff3b9ac9ffffffffffffffffff,     1969-12-31T23:59:59.999999999Z",
        "c704ff00000001,                     1970-01-01T00:00:01Z"
    })
    void shouldReadTimes(String hex, Instant time) throws Exception {
        assertThat(value(hex)).isEqualTo(time);
    }

    @Test
    void shouldTakeNamesThatAreNoTextAsText() throws Exception {
        assertThat(value("85" + "0100" + "ff01" + "c40200ff02" + "c303" + "c004"))
                .hasToString("{\"1\":0,\"-1\":1,\"AP8=\":2,\"true\":3,\"null\":4}");
    }

    @Test
    void shouldTakeTheLastOfSeveralFieldsWithOneName() throws Exception {
        assertThat(one(HexFormat.of().parseHex("83a16101a16102a16201"), "/a", "/b"))
                .containsExactly(2L, 1L);
    }

    @ParameterizedTest
    @CsvSource({
        "c1, 0",
        "9201c1, 2",
        "81c101, 1",
        "d4ff00, 0",
        "c703ff000000, 0",
        "c700ff, 0",
        "d7ffffffffff00000000, 0"
    })
    void shouldRefuseWhatIsNotMessagePack(String hex, int position) {
        requireFault(hex, Fault.MALFORMED, position);
    }

    @ParameterizedTest
    @CsvSource({"819000, 1", "82a16101810000, 4"})
    void shouldRefuseNamesThatAreStructures(String hex, int position) {
        requireFault(hex, Fault.UNSUPPORTED, position);
    }

    @ParameterizedTest
    @CsvSource({"a1ff, 1", "a261c3, 2", "d902c080, 2", "a3eda080, 1", "81a1ff00, 2", "92a36162ff00, 4"})
    void shouldRefuseWhatIsNotUtf8(String hex, int position) {
        requireFault(hex, Fault.CHARSET, position);
    }

    @ParameterizedTest
    @CsvSource({
        "ddffffffff,     5", // 2^32 - 1 elements
        "dfffffffff0000, 5",
        "dbffffffff61,   5", // 4 GiB of text
        "c6ffffffff,     5",
        "c9ffffffff05,   6",
        "82000000,       1",
        "dc00,           1",
        "cf00,           1",
        "d8050000,       2",
        "91,             1",
        "c7,             1"
    })
    void shouldNotBelieveClaims(String hex, int position) {
        requireFault(hex, Fault.TRUNCATED, position);
    }

    @Test
    void shouldLimitTimes() {
        requireFault("c70cff000000007fffffffffffffff", Fault.LIMIT, 0);
    }
}
