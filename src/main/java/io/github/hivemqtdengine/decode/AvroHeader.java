package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;

/**
 * The beginning of an object container file.
 *
 * @param schema the writer's, as JSON
 * @param codec what its blocks are compressed with
 * @param sync what stands behind each block
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
record AvroHeader(byte[] schema, AvroCodec codec, byte[] sync) {

    static final int SYNC_SIZE = 16;

    private static final byte[] MAGIC = {'O', 'b', 'j', 1};

    /** Reads it and passes it. */
    static AvroHeader read(AvroInput input) throws DecodeException {
        if (input.left() < MAGIC.length || !Arrays.equals(input.readFixed(MAGIC.length), MAGIC)) {
            throw new DecodeException(Fault.MALFORMED, "The payload is no Avro container: it begins with no Obj1", 0);
        }
        var values = new HashMap<String, byte[]>();
        var entries = new AvroBlocks(input, 2);
        while (entries.next()) {
            values.put(input.readText(), input.readFixed(input.readLength()));
        }
        var schema = values.get("avro.schema");
        if (schema == null) {
            throw input.failure(Fault.NO_SCHEMA, "The payload is an Avro container without a schema");
        }
        var codec = values.get("avro.codec");
        return new AvroHeader(
                schema,
                codec == null ? AvroCodec.NULL : AvroCodec.named(new String(codec, StandardCharsets.UTF_8), input),
                input.readFixed(SYNC_SIZE));
    }
}
