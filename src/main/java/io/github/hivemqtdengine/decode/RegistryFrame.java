// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode;

import io.github.hivemqtdengine.decode.DecodeException.Fault;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaId;
import java.nio.ByteBuffer;

/**
 * Frame of a schema registry in front of a payload: a zero byte and the number of the schema in four bytes, or the byte
 * 1 and the GUID of the schema in 16 bytes.
 *
 * @param length bytes of the frame
 */
public record RegistryFrame(SchemaId schema, int length) {

    private static final int NUMBERED = 1 + Integer.BYTES;
    private static final int WITH_GUID = 1 + 2 * Long.BYTES;

    /** Reads the frame of a payload. */
    public static RegistryFrame of(byte[] payload) throws DecodeException {
        if (payload.length >= NUMBERED && payload[0] == 0) {
            int number = ByteBuffer.wrap(payload).getInt(1);
            return new RegistryFrame(SchemaId.of(Integer.toUnsignedLong(number)), NUMBERED);
        }
        if (payload.length >= WITH_GUID && payload[0] == 1) {
            var guid = ByteBuffer.wrap(payload);
            return new RegistryFrame(SchemaId.ofGuid(guid.getLong(1), guid.getLong(1 + Long.BYTES)), WITH_GUID);
        }
        throw new DecodeException(
                Fault.MALFORMED,
                "The payload has no frame of a schema registry (a zero byte and a schema number, or the byte 1 and a"
                        + " GUID)",
                0);
    }
}
