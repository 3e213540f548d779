package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Makes the types of containers, and remembers the last one: devices repeat their schema in each. For many threads. */
final class AvroContainerTypes {

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
        AvroSchema writer;
        try {
            writer = AvroSchema.parse(schema);
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
