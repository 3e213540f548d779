package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.avro.file.DataFileConstants;
import org.jspecify.annotations.Nullable;

/** Opens object container files and caches the last schema, which devices repeat in each file. Thread-safe. */
final class AvroContainers {

    private static final AvroType ENTRIES = AvroResolution.of(Schema.createMap(Schema.create(Schema.Type.BYTES)));

    /** Maximum schema size in bytes; the memory of a type may grow with the square of its schema's size. */
    private static final int LARGEST_SCHEMA = 1 << 16;

    private final @Nullable AvroSchema reader;
    private volatile @Nullable Known last;

    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Known(byte[] schema, AvroType type) {}

    /** @param reader schema by which values are resolved, or {@code null} for the container's own */
    AvroContainers(@Nullable AvroSchema reader) {
        this.reader = reader;
    }

    /** Reads the header and returns the container, positioned at its first block. */
    AvroContainer open(byte[] payload) throws DecodeException {
        var input = AvroInput.of(payload);
        int size = DataFileConstants.MAGIC.length;
        if (input.left() < size || !Arrays.equals(input.readFixed(size), DataFileConstants.MAGIC)) {
            throw new DecodeException(Fault.MALFORMED, "The payload is no Avro container: it begins with no Obj1", 0);
        }
        var entries = entries(input);
        var schema = entries.get(DataFileConstants.SCHEMA);
        if (schema == null) {
            throw input.failure(Fault.NO_SCHEMA, "The payload is an Avro container without a schema");
        }
        var name = entries.get(DataFileConstants.CODEC);
        var codec = name == null ? AvroCodec.NULL : AvroCodec.named(new String(name, StandardCharsets.UTF_8), input);
        var sync = input.readFixed(DataFileConstants.SYNC_SIZE);
        return new AvroContainer(input, codec, sync, type(schema, input));
    }

    private static Map<String, byte[]> entries(AvroInput input) throws DecodeException {
        var entries = new AvroDocument(input, ENTRIES);
        var values = new HashMap<String, byte[]>();
        entries.enter();
        for (var name = entries.nextField(); name != null; name = entries.nextField()) {
            values.put(name, (byte[]) entries.scalar());
        }
        return values;
    }

    /** @param schema JSON from the container header */
    private AvroType type(byte[] schema, AvroInput input) throws DecodeException {
        var known = last;
        if (known == null || !Arrays.equals(known.schema, schema)) {
            known = new Known(schema, parsed(schema, input));
            last = known;
        }
        return known.type;
    }

    private AvroType parsed(byte[] schema, AvroInput input) throws DecodeException {
        if (schema.length > LARGEST_SCHEMA) {
            throw input.failure(
                    Fault.LIMIT,
                    "The payload is an Avro container with a schema of more than " + LARGEST_SCHEMA + " bytes");
        }
        AvroSchema writer;
        try {
            writer = AvroSchema.ofPublisher(schema);
        } catch (IllegalArgumentException | StackOverflowError e) {
            throw input.failure(Fault.MALFORMED, "The payload is an Avro container without a valid schema");
        }
        try {
            return writer.readBy(reader);
        } catch (IllegalArgumentException | StackOverflowError e) {
            throw input.failure(Fault.NO_SCHEMA, "The payload is an Avro container that reader-schema can't read");
        }
    }
}
