// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.FieldPath.Scope;
import io.github.hivemqtdengine.decode.Mutations;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.testkit.HostileKind;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.file.CodecFactory;
import org.apache.avro.generic.GenericData;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class AvroFormatFuzzTest {

    private static final int TESTS = 7;

    private static final String TREE = """
            {"type": "record", "name": "Tree", "fields": [
              {"name": "v", "type": ["null", "double", "string"]},
              {"name": "o", "type": {"type": "map", "values": "bytes"}},
              {"name": "n", "type": {"type": "array", "items": "null"}},
              {"name": "d", "type": {"type": "bytes", "logicalType": "decimal", "precision": 9, "scale": 2}},
              {"name": "t", "type": {"type": "int", "logicalType": "time-millis"}},
              {"name": "in", "type": {"type": "array", "items": "Tree"}}]}""";
    private static final Schema SCHEMA = new Schema.Parser().parse(TREE);
    private static final AvroSchema WRITER = AvroSchema.parse(TREE.getBytes(StandardCharsets.UTF_8));
    private static final List<FieldPath> FIELDS = List.of(
            new FieldPath(Scope.RECORD, "/v"),
            new FieldPath(Scope.RECORD, "/o"),
            new FieldPath(Scope.RECORD, "/in"),
            new FieldPath(Scope.RECORD, "/in/0/d"),
            new FieldPath(Scope.SCALARS, ""));

    @Test
    void shouldGiveRecordsOfDatumsOrACodedError() throws Exception {
        var payloads = List.of(AvroPayloads.datums(SCHEMA, tree(2)), AvroPayloads.datums(SCHEMA, tree(0), tree(1)));

        tryOn(AvroFormat.datums(WRITER, null), "", payloads);
        tryOn(AvroFormat.datums(WRITER, WRITER), "/*/in", payloads);
        tryOn(AvroFormat.datums(WRITER, null), null, payloads.subList(0, 1));
    }

    @Test
    void shouldGiveTheRecordOfASingleObjectOrACodedError() throws Exception {
        var frame = ByteBuffer.allocate(10).order(ByteOrder.LITTLE_ENDIAN);
        frame.put((byte) 0xC3).put((byte) 1).putLong(WRITER.fingerprint());

        tryOn(AvroFormat.singleObjects(List.of(WRITER), null), null, List.of(framed(frame.array())));
    }

    @Test
    void shouldGiveWhatARegistryFramesOrACodedError() throws Exception {
        tryOn(AvroFormat.registered(Map.of(1L, WRITER), null, null), null, List.of(framed(new byte[] {0, 0, 0, 0, 1})));
    }

    @ParameterizedTest
    @ValueSource(strings = {"null", "deflate"})
    void shouldGiveTheRecordsOfAContainerOrACodedError(String codec) throws Exception {
        var payload = AvroPayloads.container(CodecFactory.fromString(codec), 2, TREE, tree(1), tree(0), tree(2));

        tryOn(AvroFormat.containers(null), "", List.of(payload));
    }

    private static void tryOn(AvroFormat format, @Nullable String rows, List<byte[]> payloads) {
        new Mutations(HostileKind.AVRO, TESTS, payloads).tryOn(format.decoder(FIELDS, RecordShape.rowsAt(rows)));
    }

    private static byte[] framed(byte[] frame) throws Exception {
        var out = new ByteArrayOutputStream();
        out.write(frame);
        out.write(AvroPayloads.datums(SCHEMA, tree(1)));
        return out.toByteArray();
    }

    private static GenericData.Record tree(int depth) {
        var tree = new GenericData.Record(SCHEMA);
        tree.put("v", depth == 0 ? "é" : 1.5);
        tree.put("o", Map.of("k", ByteBuffer.wrap(new byte[] {1, 2})));
        tree.put("n", Arrays.asList(null, null));
        tree.put("d", ByteBuffer.wrap(new byte[] {5}));
        tree.put("t", 1_000);
        tree.put("in", depth == 0 ? List.of() : List.of(tree(depth - 1), tree(0)));
        return tree;
    }
}
