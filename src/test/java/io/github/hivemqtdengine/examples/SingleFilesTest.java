// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.cli.test.ExpectedRows;
import io.github.hivemqtdengine.cli.test.MappedSamples;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.testkit.Compressor;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

/** The examples of one file each whose payloads are no JSON: their comments say what becomes of the sample payloads. */
class SingleFilesTest {

    private static final Path PAYLOADS = Path.of("src/test/resources/golden/examples");
    private static final Charset GB18030 = Charset.forName("GB18030");
    private static final int CHUNK_BYTES = 48 << 10;

    @Test
    void shouldMakeTheRowsOfAvroRecords() throws IOException {
        var payload = Files.readAllBytes(PAYLOADS.resolve("avro-2-records.bin"));
        var mapped = mapped("avro.xml", "logger/l7/power", payload);

        requireDigits("avro.xml", payload);
        requireRows("avro.xml", mapped, "power", 2);
        assertThat(subtables(mapped, "power")).containsExactly("p_l7", "p_l7");
    }

    @Test
    void shouldMakeAHundredRowsOfAHundredAvroRecords() throws IOException {
        var payload = Files.readAllBytes(PAYLOADS.resolve("avro-100-records.bin"));
        var rows = mapped("avro.xml", "logger/l7/power", payload)
                .rows("power", List.of("ts", "volts", "energy_kwh", "state", "note", "samples", "logger"));

        assertThat(rows).hasSize(100);
        assertThat(rows.get(98))
                .containsExactly("2026-01-01T00:01:38Z", "230.5", "1234.665", "ON", "NULL", "BAAAAD8AAAC/AA==", "l7");
        assertThat(rows.get(99))
                .containsExactly("2026-01-01T00:01:39Z", "230.75", "1234.666", "ON", "NULL", "AA==", "l7");
    }

    @Test
    void shouldMakeTheRowsOfCompressedCsv() throws IOException {
        var payload = Files.readAllBytes(PAYLOADS.resolve("gateway-csv.csv.gz"));
        var mapped = mapped("gateway-csv.xml", "gateway/g7/log", payload);

        var text = new String(new GZIPInputStream(new ByteArrayInputStream(payload)).readAllBytes(), GB18030);
        assertThat(header("gateway-csv.xml").text()).contains(text.replaceAll("\\s", ""));
        requireRows("gateway-csv.xml", mapped, "gateway_log", 2);
        assertThat(subtables(mapped, "gateway_log")).containsExactly("log_press-1", "log_press-2");
        assertThat(mapped.events()).containsExactly(MappingEvent.ROWS_SKIPPED);
    }

    @Test
    void shouldLeaveOutLinesOfCsvWithMistakesOfEveryKind() {
        var lines = """
                时间;设备;温度;状态
                2026-01-01 08:00:00;press-1;warm;运行
                2026-01-01;press-1;41.5;运行
                ;press-1;41.5;运行
                2026-01-01 08:00:10;;41.5;运行
                2026-01-01 08:00:20;press-1;41.5;运行;1
                2026-01-01 08:00:30;press-1;41.5;
                """;
        var mapped = mapped("gateway-csv.xml", "gateway/g7/log", Compressor.GZIP.compress(lines.getBytes(GB18030)));

        assertThat(mapped.deadLetters()).containsExactly(List.of());
        assertThat(mapped.events()).isEqualTo(Collections.nCopies(5, MappingEvent.ROWS_SKIPPED));
        assertThat(mapped.rows("gateway_log", List.of("ts", "temperature", "state")))
                .containsExactly(List.of("2026-01-01T00:00:30Z", "41.5", "NULL"));
    }

    @Test
    void shouldMakeTheRowsOfBinaryRecords() throws IOException {
        var payload = Files.readAllBytes(PAYLOADS.resolve("binary-layout.bin"));
        var mapped = mapped("binary-layout.xml", "pump/north/records", payload);

        requireDigits("binary-layout.xml", payload);
        requireRows("binary-layout.xml", mapped, "pumps", 2);
        assertThat(subtables(mapped, "pumps")).containsExactly("r_north_P1", "r_north_P12");
    }

    @Test
    void shouldMakeChunksOfABlock() {
        var waveform = new byte[2 * CHUNK_BYTES + 1];
        new Random(48).nextBytes(waveform);
        var rows = mapped("binary-layout.xml", "pump/north/waveform", Compressor.ZSTD.compress(waveform))
                .rows("waveforms", List.of("subtable", "ts", "station", "chunk", "chunks", "data"));

        var expected = new ArrayList<List<String>>();
        for (var chunk : List.of("0", "1", "2")) {
            int from = Integer.parseInt(chunk) * CHUNK_BYTES;
            var data = Base64.getEncoder()
                    .encodeToString(Arrays.copyOfRange(waveform, from, Math.min(from + CHUNK_BYTES, waveform.length)));
            expected.add(List.of("w_north", "(arrival)", "north", chunk, "3", data));
        }
        assertThat(rows).isEqualTo(expected);
    }

    private static MappedSamples mapped(String file, String topic, byte[] payload) {
        var mapped = new MappedSamples(RouteTable.of(Example.routes(Example.EXAMPLES.resolve(file))), List.of());
        mapped.map(topic, "logger", payload);
        return mapped;
    }

    private static HeaderComment header(String file) throws IOException {
        return new HeaderComment(Example.EXAMPLES.resolve(file));
    }

    private static void requireDigits(String file, byte[] payload) throws IOException {
        assertThat(header(file).text()).contains(HexFormat.of().formatHex(payload));
    }

    private static void requireRows(String file, MappedSamples mapped, String table, int count) throws IOException {
        var shape = Objects.requireNonNull(
                Example.shapes(Example.routes(Example.EXAMPLES.resolve(file))).get(table));
        var expected = header(file).rows(shape);
        assertThat(expected.columns())
                .containsExactlyInAnyOrderElementsOf(
                        Stream.concat(Stream.of(shape.timestampColumn()), Example.types(shape).keySet().stream())
                                .toList());
        assertThat(expected.rows()).hasSize(count);
        assertThat(mapped.rows(expected)).isEqualTo(expected.rows());
        assertThat(mapped.deadLetters()).containsExactly(List.of());
    }

    private static List<String> subtables(MappedSamples mapped, String table) {
        return mapped.rows(table, List.of(ExpectedRows.SUBTABLE)).stream()
                .flatMap(List::stream)
                .toList();
    }
}
