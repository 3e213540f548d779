package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes the types of containers, and remembers the last one: devices repeat their schema in each. For many threads. */
final class AvroContainerTypes {

    /** What a type takes may be the square of its schema. */
    private static final int LARGEST_SCHEMA = 1 << 16;

    private final @Nullable AvroSchema reader;
    private volatile @Nullable Known last;

    @SuppressWarnings("ArrayRecordComponent") // nobody compares them
    private record Known(byte[] schema, AvroType type) {}

    /** @param reader the schema that values are seen by, or {@code null} for the container's */
    AvroContainerTypes(@Nullable AvroSchema reader) {
        this.reader = reader;
    }

    /** @param schema JSON from a container */
    AvroType of(byte[] schema, AvroInput input) throws DecodeException {
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
