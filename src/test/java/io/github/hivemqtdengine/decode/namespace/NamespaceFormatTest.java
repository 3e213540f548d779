// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.namespace;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.RecordLists;
import io.github.hivemqtdengine.testkit.FuzzRun;
import io.github.hivemqtdengine.testkit.HostileBytes;
import io.github.hivemqtdengine.testkit.HostileInput;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class NamespaceFormatTest {

    private static final NamespaceFormat FORMAT = new NamespaceFormat();

    private static List<@Nullable Object[]> read(byte[] payload, String... pointers) throws DecodeException {
        return RecordLists.read(FORMAT, payload, pointers);
    }

    /** Field, kind and value of each value. */
    private static List<String> values(String payload) throws DecodeException {
        return read(payload.getBytes(UTF_8), "/field", "/kind", "/value").stream()
                .map(value -> Arrays.stream(value).map(String::valueOf).collect(Collectors.joining(" ")))
                .toList();
    }

    private static List<@Nullable Object> times(String payload) throws DecodeException {
        return read(payload.getBytes(UTF_8), "/timestamp").stream()
                .map(value -> value[0])
                .toList();
    }

    @Test
    void shouldReadTheMembersOfAnObjectAtAnyDepth() throws DecodeException {
        assertThat(
                        values(
                                "{\"temp\":21.5,\"on\":true,\"mode\":\"auto\",\"none\":null,\"oil\":{\"level\":7,\"a/b\":{\"c\":[1, 2]}}}"))
                .containsExactly(
                        "/temp number 21.5",
                        "/on boolean true",
                        "/mode text auto",
                        "/oil/level number 7",
                        "/oil/a~1b/c json [1, 2]");
    }

    @Test
    void shouldNameAValueByItsPath() throws DecodeException {
        assertThat(read("{\"oil\":{\"p.x\":1},\"value\":2}".getBytes(UTF_8), "/path", "/name"))
                .containsExactly(new Object[] {".oil.p_x", "p.x"}, new Object[] {"", null});
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "21.5 | number 21.5",
                " -3 | number -3",
                "true | boolean true",
                "\"ON\" | text ON",
                "ON | text ON",
                "21,5 | text 21,5",
                "NaN | text NaN",
                "007 | text 007",
                "{\"a\":1 | text {\"a\":1",
                "{\"a\":1} x | text {\"a\":1} x",
                "[1, 2] | json [1, 2]",
                "[] | json []",
                "{} | json {}",
                "null | json null",
                "{\"a\": null} | json {\"a\": null}",
                "\"a\\u0000b\" | json \"a\\u0000b\"",
                "\"\\ud800\" | json \"\\ud800\"",
                "\"\\ud83d\\ude00\" | text 😀",
                "9007199254740992 | number 9007199254740992",
                "9007199254740993 | text 9007199254740993",
                "-9223372036854775807 | text -9223372036854775807",
                "-9223372036854775808 | number -9223372036854775808",
                "18446744073709551616 | number 18446744073709551616",
                "18446744073709551617 | text 18446744073709551617",
                "6.02214076e23 | number 6.02214076E+23",
                "1e400 | text 1E+400",
                "[{\"a\":1},{\"a\":2}] | json [{\"a\":1},{\"a\":2}]",
                "{\"value\": 3} | number 3",
                "{\"Value\": \"x\"} | text x",
            })
    void shouldReadAPayloadThatIsOneValue(String payload, String value) throws DecodeException {
        assertThat(values(payload)).containsExactly(" " + value);
    }

    @Test
    void shouldReadOtherBytesAsBase64() throws DecodeException {
        assertThat(read(new byte[] {(byte) 0xFF, 0, 1}, "/kind", "/value"))
                .containsExactly(new Object[] {"base64", "/wAB"});
        assertThat(read(new byte[] {'a', 0, 1}, "/kind", "/value")).containsExactly(new Object[] {"base64", "YQAB"});
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "\"ts\": 1767322800 | 2026-01-02T03:00:00Z",
                "\"ts\": 1767322800.5 | 2026-01-02T03:00:00.500Z",
                "\"Time\": 1767322800123 | 2026-01-02T03:00:00.123Z",
                "\"timestamp\": 1767322800123456 | 2026-01-02T03:00:00.123456Z",
                "\"t\": 1767322800123456789 | 2026-01-02T03:00:00.123456789Z",
                "\"timestamp_ms\": \"1767322800123\" | 2026-01-02T03:00:00.123Z",
                "\"SourceTimestamp\": \"2026-01-02T03:00:00Z\" | 2026-01-02T03:00:00Z",
                "\"@timestamp\": \"2026-01-02 03:00:00.25+01:00\" | 2026-01-02T02:00:00.250Z",
            })
    void shouldReadTheTimeOfAnObject(String member, String time) throws DecodeException {
        var payload = "{\"a\":1, " + member + ", \"b\":{\"c\":2}}";

        assertThat(values(payload)).containsExactly("/a number 1", "/b/c number 2");
        assertThat(times(payload)).extracting(String::valueOf).containsOnly(time);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"t\": 21.5",
                "\"ts\": 1234",
                "\"ts\": 0",
                "\"ts\": -1767322800",
                "\"ts\": 1e999999999",
                "\"ts\": 1e-999999999",
                "\"Time\": \"2026-01-02T03:00:00\"",
                "\"time\": \"2026-01-32T03:00:00Z\"",
                "\"time\": \"1970-01-01T03:00:00Z\"",
                "\"time\": \"at noon\"",
                "\"time\": true",
                "\"time\": [1767322800]",
                "\"started\": 1767322800",
            })
    void shouldStoreWhatIsNoTimeAsAValue(String member) throws DecodeException {
        assertThat(values("{" + member + "}")).hasSize(1);
        assertThat(times("{" + member + "}")).containsOnlyNulls();
    }

    @Test
    void shouldUseTheTimeOfTheNearestObject() throws DecodeException {
        var payload = "{\"ts\":1767322800,\"a\":{\"v\":1,\"time\":1767322801},\"b\":2,\"time\":1767322802}";

        assertThat(values(payload)).containsExactly("/a/v number 1", "/b number 2", "/time number 1767322802");
        assertThat(times(payload))
                .extracting(String::valueOf)
                .containsExactly("2026-01-02T03:00:01Z", "2026-01-02T03:00:00Z", "2026-01-02T03:00:00Z");
    }

    /** A clock that was never set, or is wrong, must not decide where a row is found. */
    @ParameterizedTest
    @CsvSource({
        "2026-01-02T03:00:00Z, 1",
        "2026-01-03T02:59:00Z, 1",
        "2026-01-03T03:01:00Z, 2",
        "2016-01-06T00:00:00Z, 1",
        "2016-01-01T00:00:00Z, 2",
        "2099-12-31T23:59:59Z, 2"
    })
    void shouldUseOnlyATimeThatIsNearTheArrival(String time, int values) throws DecodeException {
        var payload = ("{\"ts\":\"" + time + "\",\"v\":1}").getBytes(UTF_8);
        long arrivalMicros = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.parse("2026-01-02T03:00:00Z"));

        assertThat(RecordLists.decoder(FORMAT, "/value")
                        .decode(new Payload(payload, null, null, arrivalMicros, null), BrokenRecords.REFUSED))
                .hasSize(values);
    }

    @Test
    void shouldKeepObjectsWithoutValues() throws DecodeException {
        assertThat(values("{\"a\":{},\"b\":{\"c\":null},\"d\":{\"date\":\"2026-01-02T03:00:00Z\"},\"e\":1}"))
                .containsExactly(
                        "/a json {}",
                        "/b json {\"c\":null}",
                        "/d json {\"date\":\"2026-01-02T03:00:00Z\"}",
                        "/e number 1");
    }

    @Test
    void shouldKeepTheTimeOfAnObjectThatIsOneValue() throws DecodeException {
        assertThat(times("{\"ts\":1767322800,\"v\":null}"))
                .extracting(String::valueOf)
                .containsExactly("2026-01-02T03:00:00Z");
        assertThat(times("{\"" + "n".repeat(Members.MAX_FIELD + 1) + "\":1,\"ts\":1767322800}"))
                .extracting(String::valueOf)
                .containsExactly("2026-01-02T03:00:00Z");
    }

    @Test
    void shouldStoreAnArrayAsTextThatHasANumberBeyondAllLimits() throws DecodeException {
        var payload = "[{\"ts\":1767322800,\"v\":1},{\"v\":1e99999999999}]";

        assertThat(values(payload)).containsExactly(" text " + payload);
    }

    @Test
    void shouldReadAnArrayOfObjectsWithTimesOneByOne() throws DecodeException {
        var payload = "[{\"ts\":1767322800,\"v\":1}, {\"v\":2,\"ts\":1767322801}, {\"v\":3}, 4, {}]";

        assertThat(values(payload))
                .containsExactly("/v number 1", "/v number 2", "/v number 3", " number 4", " json {}");
        assertThat(times(payload))
                .extracting(String::valueOf)
                .containsExactly("2026-01-02T03:00:00Z", "2026-01-02T03:00:01Z", "null", "null", "null");
    }

    @Test
    void shouldStoreAnObjectAsJsonThatHasTooManyValuesOrTooLongNames() throws DecodeException {
        var most = members(Members.MAX_VALUES);
        var more = members(Members.MAX_VALUES + 1);
        var longest = "{\"" + "n".repeat(Members.MAX_FIELD) + "\":1}";
        var longer = "{\"" + "n".repeat(Members.MAX_FIELD - 1) + "\":{\"ab\":1},\"c\":2}";
        var deep = "{\"a\":".repeat(101) + "1" + "}".repeat(101);

        assertThat(values(most)).hasSize(Members.MAX_VALUES);
        assertThat(values(more)).containsExactly(" json " + more);
        assertThat(values(longest)).hasSize(1).allMatch(value -> value.endsWith("number 1"));
        assertThat(values(longer)).containsExactly(" json " + longer);
        assertThat(values(deep)).containsExactly(" text " + deep);
        assertThat(values("{\"a\\u0000b\":1}")).containsExactly(" json {\"a\\u0000b\":1}");
    }

    private static String members(int count) {
        return IntStream.range(0, count)
                .mapToObj(i -> "\"m" + i + "\":" + i)
                .collect(Collectors.joining(",", "{", "}"));
    }

    /** Nothing that a client sends is unreadable, and every payload has a value. */
    @Test
    void shouldReadEveryPayload() {
        var payloads = new HostileBytes(List.of(
                "{\"ts\":1767322800,\"a\":{\"b\":[1,{\"c\":2}],\"value\":true},\"é\":\"x\"}".getBytes(UTF_8),
                "[{\"time\":\"2026-01-02T03:00:00Z\",\"a\":1},{\"b\":1e99999999999}]".getBytes(UTF_8),
                "21.5".getBytes(UTF_8)));
        new FuzzRun(HostileKind.JSON, 4, 128 << 10, 2_000).tryAll(random -> {
            var payload = payloads.next(random);
            return HostileInput.of(payload, () -> {
                var values = read(payload, "/field", "/path", "/kind", "/value", "/timestamp");
                assertThat(values).isNotEmpty();
                return values.stream().anyMatch(value -> "number".equals(value[2]));
            });
        });
    }
}
