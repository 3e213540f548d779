// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.Decoder.Scalars;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordLists;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.document.Structure;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat.Precision;
import java.math.BigInteger;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class LineProtocolFormatTest {

    private static final LineProtocolFormat FORMAT = new LineProtocolFormat(Precision.NS);

    private static final byte[] TWO_LINES =
            "cpu,host=a,cpu=cpu0 usage=0.5,n=7i 1767600000000000001\nmem free=\"x\ny\"\n".getBytes(UTF_8);

    private static Map<String, @Nullable Object> point(String line) throws DecodeException {
        var points = Points.read(line.getBytes(UTF_8), Precision.NS);
        assertThat(points).hasSize(1);
        return points.get(0);
    }

    private static @Nullable Object tags(String line) throws DecodeException {
        return point(line).get("tags");
    }

    private static @Nullable Object fields(String line) throws DecodeException {
        return point(line).get("fields");
    }

    private static @Nullable Object value(String text) throws DecodeException {
        var fields = (Map<?, ?>) fields("m v=" + text);
        return fields == null ? null : fields.get("v");
    }

    private static List<@Nullable Object[]> read(String payload, String... pointers) throws DecodeException {
        return RecordLists.read(FORMAT, payload.getBytes(UTF_8), pointers);
    }

    @Test
    void shouldReadLines() throws DecodeException {
        assertThat(RecordLists.read(
                        FORMAT, TWO_LINES, "/measurement", "/tags/cpu", "/fields/n", "/timestamp", "/tags", "/fields"))
                .containsExactly(
                        new Object[] {
                            "cpu",
                            "cpu0",
                            7L,
                            Instant.parse("2026-01-05T08:00:00.000000001Z"),
                            Structure.ofJson("{\"host\":\"a\",\"cpu\":\"cpu0\"}"),
                            Structure.ofJson("{\"usage\":0.5,\"n\":7}")
                        },
                        new Object[] {
                            "mem",
                            Decoder.MISSING,
                            Decoder.MISSING,
                            Decoder.MISSING,
                            Structure.ofJson("{}"),
                            Structure.ofJson("{\"free\":\"x\\ny\"}")
                        });
    }

    @Test
    void shouldKeepTheBytesOfLinesAndTheirParts() throws DecodeException {
        var record = RecordLists.read(FORMAT, TWO_LINES, "", "/tags", "/fields").get(0);

        assertThat(record)
                .extracting(part -> new String(((Structure) part).bytes(), UTF_8))
                .containsExactly(
                        "cpu,host=a,cpu=cpu0 usage=0.5,n=7i 1767600000000000001", "host=a,cpu=cpu0", "usage=0.5,n=7i");
        assertThat(record[0])
                .hasToString("{\"measurement\":\"cpu\",\"tags\":{\"host\":\"a\",\"cpu\":\"cpu0\"},"
                        + "\"fields\":{\"usage\":0.5,\"n\":7},\"timestamp\":\"2026-01-05T08:00:00.000000001Z\"}");
    }

    @Test
    void shouldCollectTheFieldsOfARecord() throws DecodeException {
        var decoder =
                FORMAT.decoder(List.of(new FieldPath(Scope.SCALARS, "/fields")), FORMAT.shape(RecordShape.ONE_RECORD));

        assertThat(decoder.decode(Payload.of(TWO_LINES), BrokenRecords.REFUSED))
                .extracting(record -> ((Scalars) record[0]).fields())
                .containsExactly(Map.of("/fields/usage", 0.5, "/fields/n", 7L), Map.of("/fields/free", "x\ny"));
    }

    @Test
    void shouldUndoTheEscapesOfNames() throws DecodeException {
        assertThat(tags("m,a\\,b=c\\ d,e\\=f=g v=1")).isEqualTo(Map.of("a,b", "c d", "e=f", "g"));
        assertThat(tags("m,r=eas\\t v=1")).isEqualTo(Map.of("r", "eas\\t"));
        assertThat(tags("m,r=e\\\\ t v=1")).isEqualTo(Map.of("r", "e\\ t"));
        assertThat(point("m\\ a\\,b=c\\=\\ v v\\ w=1"))
                .containsEntry("measurement", "m a,b=c\\= v")
                .containsEntry("fields", Map.of("v w", 1.0));
        assertThat(tags("温度,车间=\"一\" v=1")).isEqualTo(Map.of("车间", "\"一\""));
    }

    @Test
    void shouldReadNumbersExactly() throws DecodeException {
        assertThat(fields("m v=1i,w=-9223372036854775808i,x=18446744073709551615u,y=1e4,z=.5,u=0005u"))
                .isEqualTo(Map.of(
                        "v",
                        1L,
                        "w",
                        Long.MIN_VALUE,
                        "x",
                        BigInteger.TWO.pow(64).subtract(BigInteger.ONE),
                        "y",
                        1e4,
                        "z",
                        0.5,
                        "u",
                        BigInteger.valueOf(5)));
        assertThat(value("5")).isEqualTo(5.0);
        assertThat(value("-1.")).isEqualTo(-1.0);
        assertThat(value("-2.5E-3")).isEqualTo(-2.5e-3);
        assertThat(value("1.e+2")).isEqualTo(100.0);
        assertThat(value("0".repeat(400) + "1i")).isEqualTo(1L);
        assertThat(value("1e-999")).isEqualTo(0.0);
    }

    @Test
    void shouldReadBooleans() throws DecodeException {
        for (var text : List.of("t", "T", "true", "True", "TRUE")) {
            assertThat(value(text)).isEqualTo(true);
        }
        for (var text : List.of("f", "F", "false", "False", "FALSE")) {
            assertThat(value(text)).isEqualTo(false);
        }
    }

    @Test
    void shouldReadTexts() throws DecodeException {
        assertThat(value("\"a\\\"b\\\\c\"")).isEqualTo("a\"b\\c");
        assertThat(value("\"a\\nb\\t\\x\\,\"")).isEqualTo("a\\nb\\t\\x\\,");
        assertThat(value("\"a\nb\r\n# c, d=e\"")).isEqualTo("a\nb\r\n# c, d=e");
        assertThat(value("\"\"")).isEqualTo("");
        assertThat(value("\"\\\\\"")).isEqualTo("\\");
        assertThat(value("\"温度 21°\"")).isEqualTo("温度 21°");
    }

    @Test
    void shouldPassOverCommentsEmptyLinesAndSpaces() throws DecodeException {
        assertThat(read(
                        "\n# note, \t with = all \"kinds\n  \r\n   a v=1  \r\n # more\n b,t=x   v=2   5   \n\r\nc v=3\r",
                        "/measurement",
                        "/timestamp"))
                .containsExactly(
                        new Object[] {"a", Decoder.MISSING},
                        new Object[] {"b", Instant.EPOCH.plusNanos(5)},
                        new Object[] {"c", Decoder.MISSING});
        assertThat(read("", "/measurement")).isEmpty();
        assertThat(read("# nothing", "/measurement")).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "m v=1 -1|1969-12-31T23:59:59.999999999Z",
                "m v=1 0|1970-01-01T00:00:00Z",
                "m v=1 9223372036854775807|2262-04-11T23:47:16.854775807Z",
                "m v=1 -9223372036854775808|1677-09-21T00:12:43.145224192Z",
                "m v=1 1767600000000|1970-01-01T00:29:27.600Z",
            })
    void shouldReadTimestamps(String line, String time) throws DecodeException {
        assertThat(point(line)).containsEntry("timestamp", Instant.parse(time));
    }

    @ParameterizedTest
    @EnumSource
    void shouldReadTimestampsInTheirPrecision(Precision precision) throws DecodeException {
        long hours = 491_000;
        long units = switch (precision) {
            case NS -> hours * 3_600_000_000_000L;
            case US -> hours * 3_600_000_000L;
            case MS -> hours * 3_600_000;
            case S -> hours * 3_600;
            case M -> hours * 60;
            case H -> hours;
        };

        assertThat(Points.read(("m v=1 " + units).getBytes(UTF_8), precision))
                .singleElement()
                .extracting(point -> point.get("timestamp"))
                .isEqualTo(Instant.parse("2026-01-05T08:00:00Z"));
    }

    /** See {@code golden/line-protocol/make.go}. */
    @Test
    void shouldReadWhatTelegrafWrites() throws Exception {
        try (var lines = LineProtocolFormatTest.class.getResourceAsStream("/golden/line-protocol/telegraf.influx")) {
            var time = Instant.parse("2026-01-05T08:00:00.123456Z");

            assertThat(Points.read(requireNonNull(lines).readAllBytes(), Precision.NS))
                    .containsExactly(
                            Map.of(
                                    "measurement",
                                    "cpu",
                                    "tags",
                                    Map.of("cpu", "cpu-total", "host", "line-pc"),
                                    "fields",
                                    Map.of("usage_idle", 85.0, "usage_system", 1e-7, "usage_user", 12.5),
                                    "timestamp",
                                    time),
                            Map.of(
                                    "measurement",
                                    "mem",
                                    "tags",
                                    Map.of("host", "line-pc"),
                                    "fields",
                                    Map.of(
                                            "free",
                                            -9007199254740993L,
                                            "used",
                                            new BigInteger("18446744073709551615"),
                                            "used_percent",
                                            41.5),
                                    "timestamp",
                                    time),
                            Map.of(
                                    "measurement",
                                    "disk",
                                    "tags",
                                    Map.of("host", "line-pc", "path", "C:\\Program Files, x=y"),
                                    "fields",
                                    Map.of("used", 1L),
                                    "timestamp",
                                    time),
                            Map.of(
                                    "measurement",
                                    "opc ua,press",
                                    "tags",
                                    Map.of("id", "ns=3;s=\"Press 4\".Force", "车间", "一号 厂房"),
                                    "fields",
                                    Map.of(
                                            "Force, kN",
                                            81.25,
                                            "empty",
                                            "",
                                            "note",
                                            "two\nlines, \"quoted\", C:\\x\\",
                                            "ok",
                                            true),
                                    "timestamp",
                                    time));
        }
    }

    @Test
    void shouldLetTheLastOfEqualFieldsWin() throws DecodeException {
        assertThat(read("m v=1,v=2", "/fields/v")).containsExactly(new Object[] {2.0});
    }

    @Test
    void shouldReadLongLinesWithManyTags() throws DecodeException {
        var line = "m".repeat(200)
                + IntStream.range(0, 1_000).mapToObj(i -> ",t" + i + "=v").collect(Collectors.joining()) + " "
                + IntStream.range(0, 1_000)
                        .mapToObj(i -> "f" + i + "=" + i + "i")
                        .collect(Collectors.joining(","))
                + ",text=\"" + "x".repeat(50_000) + "\"";

        assertThat(line.length()).isGreaterThan(64 << 10);
        assertThat(read(line, "/measurement", "/tags/t999", "/fields/f999"))
                .containsExactly(new Object[] {"m".repeat(200), "v", 999L});
    }
}
