// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.avro;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.testkit.CapturedLog;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.apache.avro.io.EncoderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AvroSchemaTest {

    @RegisterExtension
    final CapturedLog log = CapturedLog.ofAllFrom("org.apache.avro");

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{'type': 'bytes', 'logicalType': 'decimal', 'precision': 2, 'scale': 9}",
                "{'type': 'bytes', 'logicalType': 'time-millis'}",
                "{'type': 'bytes', 'logicalType': 'unheard-of'}",
                "{'type': 'bytes', 'logicalType': 7}",
                "'bytes', 'logicalType': 'decimal'"
            })
    void shouldIgnoreInvalidLogicalTypesOfPublishersWithoutALogLine(String type) throws Exception {
        assertThat((byte[]) value(type)).containsExactly(5);
        assertThat(log.lines()).allMatch(line -> line.startsWith("DEBUG "));
    }

    @Test
    void shouldKeepValidLogicalTypesOfPublishers() throws Exception {
        assertThat(value("{'type': 'bytes', 'logicalType': 'decimal', 'precision': 9, 'scale': 2}"))
                .isEqualTo(new BigDecimal("0.05"));
    }

    @Test
    void shouldRefuseADefaultOfAnotherType() {
        var schema = "{\"type\": \"record\", \"name\": \"R\", \"fields\": "
                + "[{\"name\": \"v\", \"type\": \"int\", \"default\": 1.0}]}";

        assertThatThrownBy(() -> AvroSchema.parse(schema.getBytes(StandardCharsets.UTF_8)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("is not an Avro schema: ");
    }

    private static Object value(String type) throws Exception {
        var json =
                ("{'type': 'record', 'name': 'R', 'fields': [{'name': 'v', 'type': " + type + "}]}").replace('\'', '"');
        var decoder =
                AvroFormat.containers(null).decoder(List.of(new FieldPath(Scope.RECORD, "/v")), RecordShape.rowsAt(""));
        return Objects.requireNonNull(decoder.decode(Payload.of(container(json)), BrokenRecords.REFUSED)
                .get(0)[0]);
    }

    /** A container of one record with one byte, 5, whose schema Avro does not see before the decoder does. */
    private static byte[] container(String schema) throws IOException {
        var bytes = new ByteArrayOutputStream();
        var out = EncoderFactory.get().directBinaryEncoder(bytes, null);
        var sync = new byte[16];
        out.writeFixed(new byte[] {'O', 'b', 'j', 1});
        out.writeMapStart();
        out.setItemCount(1);
        out.startItem();
        out.writeString("avro.schema");
        out.writeBytes(schema.getBytes(StandardCharsets.UTF_8));
        out.writeMapEnd();
        out.writeFixed(sync);
        out.writeLong(1); // records of the block
        out.writeBytes(new byte[] {2, 5});
        out.writeFixed(sync);
        out.flush();
        return bytes.toByteArray();
    }
}
