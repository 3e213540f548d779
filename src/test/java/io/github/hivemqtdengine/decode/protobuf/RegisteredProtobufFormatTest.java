// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.protobuf;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FixedSchemas;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.SchemaLookup.Reference;
import io.github.hivemqtdengine.decode.SchemaLookup.RegisteredSchema;
import io.github.hivemqtdengine.decode.document.FieldNode;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RegisteredProtobufFormatTest {

    private static final String READING = "09 0000000000401740 1206 08b0e9dcca06 1a05 0a03 626172";

    private final FixedSchemas schemas = new FixedSchemas()
            .with("1", "PROTOBUF", RegisteredFiles.plant(), new Reference(RegisteredFiles.UNIT, RegisteredFiles.unit()))
            .with("2", "PROTOBUF", RegisteredFiles.plant())
            .with("3", "PROTOBUF", "syntax = \"proto3\";");

    @Test
    void shouldReadTheFirstMessage() throws Exception {
        assertThat(read(null, "00 00000001 00 0a02 6f6b", "/text")).containsExactly("ok");
        assertThat(read(null, "00 00000001 0200 0a02 6f6b", "/text")).containsExactly("ok");
    }

    @Test
    void shouldReadTheMessageOfAnIndex() throws Exception {
        assertThat(read(null, "00 00000001 0202 082a", "/n")).containsExactly(42L);
    }

    /** The entry of the map is a nested message of the descriptor, but none of the .proto file. */
    @Test
    void shouldReadANestedMessageWithImports() throws Exception {
        assertThat(read(null, "00 00000001 040400 " + READING, "/value", "/at", "/unit/symbol"))
                .containsExactly(5.8125, Instant.parse("2026-01-02T03:00:00Z"), "bar");
    }

    @Test
    void shouldReadTheMessageOfAGuid() throws Exception {
        var guid = "89791762-2336-4186-9674-299b90a802e2";
        schemas.with(guid, "PROTOBUF", RegisteredFiles.unit());

        assertThat(read(null, "01 89791762233641869674299b90a802e2 00 0a01 43", "/symbol"))
                .containsExactly("C");
    }

    @Test
    void shouldAcceptOneTypeOnly() throws Exception {
        assertThat(read("plant.Count", "00 00000001 0202 082a", "/n")).containsExactly(42L);
        assertThatThrownBy(() -> read("plant.Count", "00 00000001 00", "/n"))
                .hasMessageContaining("is a plant.Alarm, but the route reads plant.Count only");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "00 00000001            | TRUNCATED      | ends within the frame",
                "00 00000001 02         | TRUNCATED      | ends within the frame",
                "00 00000001 01         | MALFORMED      | a wrong number of message indexes",
                "00 00000001 ca01       | MALFORMED      | a wrong number of message indexes",
                "00 00000001 8080808080 | MALFORMED      | a message index of more than 32 bits",
                "00 00000001 0206       | MALFORMED      | names a message type that schema 1 does not have",
                "00 00000001 0201       | MALFORMED      | names a message type that schema 1 does not have",
                "00 00000001 040402     | MALFORMED      | names a message type that schema 1 does not have",
                "00 00000001 00 0aff    | TRUNCATED      | at byte 8",
                "00 00000009 00         | UNKNOWN_SCHEMA | no schema 9",
                "08 00000009 00         | MALFORMED      | no frame of a schema registry",
            })
    void shouldRejectOtherPayloads(String payload, Fault fault, String sentence) {
        assertThatThrownBy(() -> read(null, payload, "/text"))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(fault))
                .hasMessageContaining(sentence);
    }

    /** Publishers choose the types of a file, each of which may use all others. */
    @Test
    void shouldNotTakeMemoryForEachTypeThatPublishersName() {
        var schema = new RegisteredSchema("PROTOBUF", RegisteredFiles.ring(100), List.of());
        var types = new RegisteredTypes.FileParser(FieldNode.WHOLE).parse(schema);

        for (int i = 0; i < 100; i++) {
            var next = requireNonNull(types.type(List.of((i + 1) % 100)));
            assertThat(types.type(List.of(i)))
                    .isNotNull()
                    .satisfies(
                            type -> assertThat(type.type(type.fields().get(0))).isSameAs(next));
        }
    }

    @Test
    void shouldSayWhichSchemaIsUnusable() {
        assertThatThrownBy(() -> read(null, "00 00000002 00", "/text"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("lacks common/unit.proto");
        assertThatThrownBy(() -> read(null, "00 00000003 00", "/text"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("is not a Protobuf descriptor in Base64");
    }

    @Test
    void shouldSkipTheFrameWhereAFileHasTheType() throws Exception {
        var format = ProtobufGolden.format("plant.desc", "plant.Report", ProtobufFormat.Framing.REGISTRY);
        var decoder = format.decoder(List.of(FieldPath.ofRecord("/gateway")), RecordShape.ONE_RECORD);

        for (var payload :
                List.of("000000000100 0a0167", "0000000063 0202 0a0167", "01" + "00".repeat(17) + "0a0167")) {
            var bytes = HexFormat.of().parseHex(payload.replace(" ", ""));
            assertThat(decoder.decode(Payload.of(bytes), BrokenRecords.REFUSED).get(0))
                    .containsExactly("g");
        }
        assertThatThrownBy(() -> format.open(Payload.of(HexFormat.of().parseHex("0a0167"))))
                .hasMessageContaining("no frame of a schema registry");
    }

    @Test
    void shouldKnowNothingWithoutItsRegistry() {
        var format = new RegisteredProtobufFormat("main", null);

        assertThatThrownBy(() -> format.open(Payload.of(HexFormat.of().parseHex("000000000100"))))
                .isInstanceOfSatisfying(
                        DecodeException.class, e -> assertThat(e.fault()).isEqualTo(Fault.UNKNOWN_SCHEMA));
    }

    @Test
    void shouldBeEqualByItsSettings() {
        var format = new RegisteredProtobufFormat("main", "plant.Count");

        assertThat(format.with(id -> schemas)).isEqualTo(format).hasSameHashCodeAs(format);
        assertThat(new RegisteredProtobufFormat("other", "plant.Count")).isNotEqualTo(format);
        assertThat(new RegisteredProtobufFormat("main", null)).isNotEqualTo(format);
    }

    private @Nullable Object[] read(@Nullable String message, String payload, String... fields) throws DecodeException {
        var paths = Stream.of(fields).map(FieldPath::ofRecord).toList();
        var decoder = new RegisteredProtobufFormat("main", message)
                .with(id -> schemas)
                .decoder(paths, RecordShape.ONE_RECORD);
        var bytes = HexFormat.of().parseHex(payload.replace(" ", ""));
        List<@Nullable Object[]> records = decoder.decode(Payload.of(bytes), BrokenRecords.REFUSED);
        return records.get(0);
    }
}
