// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.avro;

import static io.github.hivemqtdengine.decode.avro.AvroPayloads.one;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.FixedSchemas;
import io.github.hivemqtdengine.decode.SchemaLookup.Reference;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Avro with the schemas of a registry. */
class RegisteredAvroTest {

    private static final String POINT = """
            {"type": "record", "name": "Point", "namespace": "geo", "fields": [
              {"name": "x", "type": "int"}, {"name": "unit", "type": "geo.Unit"}]}""";

    private static final String UNIT = """
            {"type": "enum", "name": "Unit", "namespace": "geo", "symbols": ["MM", "M"]}""";

    private static final String TRACK = """
            {"type": "record", "name": "Track", "fields": [
              {"name": "at", "type": {"type": "long", "logicalType": "timestamp-millis"}},
              {"name": "from", "type": "geo.Point"}, {"name": "unit", "type": "geo.Unit"}]}""";

    private final FixedSchemas schemas = new FixedSchemas()
            .with("7", "AVRO", "\"int\"")
            .with("8", "AVRO", TRACK, new Reference("geo.Unit", UNIT), new Reference("geo.Point", POINT))
            .with("9", "AVRO", TRACK)
            .with("89791762-2336-4186-9674-299b90a802e2", "AVRO", "{\"type\": \"string\"}");

    @Test
    void shouldReadBySchemasOfTheRegistry() throws Exception {
        assertThat(read(Map.of(), null, "00 00000007 54", "")).containsExactly(42L);
        assertThat(read(Map.of(), null, "01 89791762233641869674299b90a802e2 0461 62", ""))
                .containsExactly("ab");
    }

    @Test
    void shouldReadByReferencesOfReferences() throws Exception {
        assertThat(read(Map.of(), null, "00 00000008 80beaecaef66 06 02 00", "/at", "/from/x", "/from/unit", "/unit"))
                .containsExactly(Instant.parse("2026-01-02T03:00:00Z"), 3L, "M", "MM");
    }

    @Test
    void shouldPreferAFile() throws Exception {
        var files = Map.of(7L, AvroSchema.parse("\"string\"".getBytes(StandardCharsets.UTF_8)));

        assertThat(read(files, null, "00 00000007 0461 62", "")).containsExactly("ab");
    }

    @Test
    void shouldResolveToTheReader() throws Exception {
        var reader = AvroSchema.parse("\"double\"".getBytes(StandardCharsets.UTF_8));

        assertThat(read(Map.of(), reader, "00 00000007 54", "")).containsExactly(42L);
        assertThatThrownBy(() -> read(Map.of(), reader, "01 89791762233641869674299b90a802e2 0461 62", ""))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldSayThatASchemaIsNotKnown() {
        assertThatThrownBy(() -> read(Map.of(), null, "00 00000006 54", ""))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.UNKNOWN_SCHEMA));
        assertThatThrownBy(() -> read(Map.of(), null, "00 00000009 54", ""))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("geo.Point");
    }

    @Test
    void shouldBeEqualByItsSettings() {
        var format = AvroFormat.registered(Map.of(), null, "main");

        assertThat(format.with(id -> schemas)).isEqualTo(format).hasSameHashCodeAs(format);
        assertThat(AvroFormat.registered(Map.of(), null, "other")).isNotEqualTo(format);
    }

    private @Nullable Object[] read(
            Map<Long, AvroSchema> files, @Nullable AvroSchema reader, String payload, String... fields)
            throws DecodeException {
        var format = AvroFormat.registered(files, reader, "main").with(id -> schemas);
        return one(format, HexFormat.of().parseHex(payload.replace(" ", "")), fields);
    }
}
