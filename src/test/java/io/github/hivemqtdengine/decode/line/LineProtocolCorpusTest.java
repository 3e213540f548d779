// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.line;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat.Precision;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** InfluxData's public corpus, see {@code golden/line-protocol/corpus.txt}: the same points, and the same refusals. */
class LineProtocolCorpusTest {

    /**
     * Inputs of the corpus that are read in another way. The Go library makes a control character of a backslash and n,
     * r or t in the text of a field. InfluxDB's documentation and servers keep both characters, and so does this format.
     */
    private static final List<String> CONTROL_CHARACTERS = List.of(
            "0d72bd69a58fa1a3399cf61fc9fdc67c", "909116df4d304c2e9ad8a57300bc08d7", "ea7ad6289581283d56af6d43c72c2664");

    /** Numbers that are negative zero, for which the corpus has 0, since both are equal in Go. */
    private static final List<String> NEGATIVE_ZEROS =
            List.of("16f42a27b1032ab9ffa616e9de6edf2f", "579631bbe7f2e5bdbd98a380d381dd0c");

    private static final Map<String, Precision> PRECISIONS =
            Map.of("1ns", Precision.NS, "1µs", Precision.US, "1ms", Precision.MS, "1s", Precision.S);

    private static final Map<Precision, ChronoUnit> UNITS = Map.of(
            Precision.NS, ChronoUnit.NANOS,
            Precision.US, ChronoUnit.MICROS,
            Precision.MS, ChronoUnit.MILLIS,
            Precision.S, ChronoUnit.SECONDS);

    private static final List<JsonNode> CORPUS = new ArrayList<>();

    @BeforeAll
    static void readCorpus() throws IOException {
        try (var packed = LineProtocolCorpusTest.class.getResourceAsStream("/golden/line-protocol/corpus.json.gz");
                var json = new GZIPInputStream(requireNonNull(packed))) {
            new ObjectMapper().readTree(json).get("decode").forEach(CORPUS::add);
        }
    }

    @Test
    void shouldReadWhatTheCorpusReadsAndRefuseWhatItRefuses() {
        var others = new TreeSet<String>();
        for (var entry : CORPUS) {
            if (!expected(entry).equals(read(entry))) {
                others.add(entry.get("input").get("key").textValue());
            }
        }

        assertThat(CORPUS).hasSize(6_615);
        assertThat(others)
                .containsExactlyInAnyOrderElementsOf(Stream.concat(CONTROL_CHARACTERS.stream(), NEGATIVE_ZEROS.stream())
                        .toList());
    }

    @Test
    void shouldDifferFromTheCorpusOnlyAsSaid() {
        assertThat(entries(CONTROL_CHARACTERS))
                .allSatisfy(entry -> assertThat(String.valueOf(read(entry))).containsPattern("\\\\[nrt]"))
                .allSatisfy(entry -> assertThat(String.valueOf(expected(entry))).containsPattern("[\n\r\t]"));
        assertThat(entries(NEGATIVE_ZEROS))
                .allSatisfy(entry -> assertThat(String.valueOf(read(entry)).replace("-0.0", "0.0"))
                        .contains("fields={e=0.0}"));
    }

    private static List<JsonNode> entries(List<String> keys) {
        var entries = CORPUS.stream()
                .filter(entry -> keys.contains(entry.get("input").get("key").textValue()))
                .toList();
        assertThat(entries).hasSameSizeAs(keys);
        return entries;
    }

    /** The points of an input; nothing for an error. */
    private static List<Map<String, @Nullable Object>> read(JsonNode entry) {
        var input = entry.get("input");
        var precision = precision(input);
        try {
            var points = Points.read(bytes(input.get("text")), precision);
            points.forEach(point -> point.putIfAbsent("timestamp", defaultTime(input, precision)));
            return points;
        } catch (DecodeException e) {
            return List.of(Map.of());
        }
    }

    private static Precision precision(JsonNode input) {
        return requireNonNull(PRECISIONS.get(input.get("precision").textValue()));
    }

    private static Instant defaultTime(JsonNode input, Precision precision) {
        return Instant.EPOCH
                .plusNanos(input.get("defaultTime").longValue())
                .truncatedTo(requireNonNull(UNITS.get(precision)));
    }

    private static byte[] bytes(JsonNode text) {
        return text.isTextual()
                ? text.textValue().getBytes(UTF_8)
                : Base64.getDecoder().decode(text.get("binary").textValue());
    }

    private static List<Map<String, @Nullable Object>> expected(JsonNode entry) {
        var output = entry.get("output");
        if (output.has("error")) {
            return List.of(Map.of());
        }
        var points = new ArrayList<Map<String, @Nullable Object>>();
        for (var point : output.get("result")) {
            points.add(Map.of(
                    "measurement", new String(bytes(point.get("name")), UTF_8),
                    "tags", members(point.get("tags")),
                    "fields", members(point.get("fields")),
                    "timestamp", Instant.EPOCH.plusNanos(point.get("time").longValue())));
        }
        return points;
    }

    private static Map<String, Object> members(JsonNode list) {
        var members = new LinkedHashMap<String, Object>();
        for (var member : list) {
            members.put(new String(bytes(member.get("key")), UTF_8), value(member.get("value")));
        }
        return members;
    }

    private static Object value(JsonNode value) {
        if (value.has("int")) {
            return value.get("int").longValue();
        }
        if (value.has("uint")) {
            return value.get("uint").bigIntegerValue();
        }
        if (value.has("float")) {
            return value.get("float").doubleValue();
        }
        if (value.has("bool")) {
            return value.get("bool").booleanValue();
        }
        return new String(bytes(value.has("string") ? value.get("string") : value), UTF_8);
    }
}
