package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;

/** What stands before a datum and names its schema. */
final class AvroFrames {

    private static final byte[] SINGLE_OBJECT = {(byte) 0xC3, 1};
    private static final int SINGLE_OBJECT_SIZE = SINGLE_OBJECT.length + Long.BYTES;
    private static final int REGISTRY_SIZE = 1 + Integer.BYTES;

    private AvroFrames() {}

    /** Passes the frame of a single object. */
    static long fingerprint(AvroInput input) throws DecodeException {
        if (input.left() < SINGLE_OBJECT_SIZE
                || input.bytes()[0] != SINGLE_OBJECT[0]
                || input.bytes()[1] != SINGLE_OBJECT[1]) {
            throw input.failure(Fault.MALFORMED, "The payload is no single object of Avro: it begins with no C3 01");
        }
        input.skip(SINGLE_OBJECT.length);
        return input.readFixedLong();
    }

    /** Passes the frame of a schema registry. */
    static long number(AvroInput input) throws DecodeException {
        if (input.left() < REGISTRY_SIZE || input.bytes()[0] != 0) {
            throw input.failure(
                    Fault.MALFORMED, "The payload has no frame of a schema registry: it begins with no zero byte");
        }
        input.skip(1);
        long number = 0;
        for (byte next : input.readFixed(Integer.BYTES)) {
            number = (number << Byte.SIZE) | (next & 0xFF);
        }
        return number;
    }
}
