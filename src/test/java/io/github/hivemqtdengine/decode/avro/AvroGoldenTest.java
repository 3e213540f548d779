// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.avro;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that fastavro has made; {@code make.py} beside them makes them again. */
class AvroGoldenTest {

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    @Test
    void shouldReadBareData() throws Exception {
        var format = AvroFormat.datums(schema(), null);

        shouldBeAsExpected(AvroPayloads.rows(format, "", file("datums.bin"), BrokenRecords.REFUSED, ""));
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2})
    void shouldReadASingleObject(int index) throws Exception {
        var format = AvroFormat.singleObjects(List.of(schema()), null);

        shouldBe(
                AvroPayloads.value(format, file("single-" + index + ".bin")),
                expected().get(index));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "deflate", "snappy", "zstandard"})
    void shouldReadAContainer(String codec) throws Exception {
        var payload = file("container-" + codec + ".bin");

        for (var format : List.of(AvroFormat.containers(null), AvroFormat.containers(schema()))) {
            shouldBeAsExpected(AvroPayloads.rows(format, "", payload, BrokenRecords.REFUSED, ""));
        }
    }

    private static void shouldBeAsExpected(List<@Nullable Object[]> records) throws IOException {
        var expected = expected();
        assertThat(records).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            shouldBe(records.get(i)[0], expected.get(i));
        }
    }

    private static void shouldBe(@Nullable Object value, String expected) throws IOException {
        var actual = JSON.readTree(String.valueOf(value));
        assertThat(actual.equals(AvroGoldenTest::compare, JSON.readTree(expected)))
                .as("%s%nis%n%s", actual, expected)
                .isTrue();
    }

    private static int compare(JsonNode one, JsonNode other) {
        boolean isNumber = one.isNumber() && other.isNumber();
        boolean isSame = isNumber ? one.decimalValue().compareTo(other.decimalValue()) == 0 : one.equals(other);
        return isSame ? 0 : 1;
    }

    private static List<String> expected() throws IOException {
        return new String(file("expected.jsonl"), StandardCharsets.UTF_8)
                .lines()
                .toList();
    }

    private static AvroSchema schema() throws IOException {
        return AvroSchema.parse(file("reading.avsc"));
    }

    private static byte[] file(String name) throws IOException {
        try (InputStream in = AvroGoldenTest.class.getResourceAsStream("/golden/avro/" + name)) {
            return Objects.requireNonNull(in).readAllBytes();
        }
    }
}
