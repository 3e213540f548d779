package io.github.hivemqtdengine.decode.avro;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.DecodeException.Fault;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Framings of Avro data in a payload. */
public enum AvroFraming {
    /** No frame; the schema is configured. */
    DATUMS,
    /** Single-object encoding: the bytes C3 01 and the schema's fingerprint, before the datum. */
    SINGLE_OBJECT,
    /** Object container file: a header with the schema, and blocks of data. */
    CONTAINER,
    /** Schema registry frame: a zero byte and the number of the schema, before the datum. */
    REGISTRY;

    /** Key of the schema if a format has only one. */
    static final long THE_ONLY_ONE = 0;

    private static final int SINGLE_OBJECT_MARKER = 0xC301;

    /** Skips the frame and returns the schema's key: its fingerprint or its number. */
    long schemaKey(AvroInput input) throws DecodeException {
        return switch (this) {
            case SINGLE_OBJECT -> fingerprint(input);
            case REGISTRY -> number(input);
            case DATUMS, CONTAINER -> THE_ONLY_ONE;
        };
    }

    private static long fingerprint(AvroInput input) throws DecodeException {
        if (input.left() < Short.BYTES + Long.BYTES
                || Short.toUnsignedInt(ByteBuffer.wrap(input.bytes()).getShort()) != SINGLE_OBJECT_MARKER) {
            throw input.failure(Fault.MALFORMED, "The payload is no single object of Avro: it begins with no C3 01");
        }
        input.skip(Short.BYTES);
        return ByteBuffer.wrap(input.readFixed(Long.BYTES))
                .order(ByteOrder.LITTLE_ENDIAN)
                .getLong();
    }

    private static long number(AvroInput input) throws DecodeException {
        if (input.left() < 1 + Integer.BYTES || input.bytes()[0] != 0) {
            throw input.failure(
                    Fault.MALFORMED, "The payload has no frame of a schema registry: it begins with no zero byte");
        }
        input.skip(1);
        return Integer.toUnsignedLong(
                ByteBuffer.wrap(input.readFixed(Integer.BYTES)).getInt());
    }
}
