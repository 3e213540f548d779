// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.sparkplug;

import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Payload of the NCMD that requests a rebirth: the metric {@code Node Control/Rebirth} is true. */
public final class RebirthCommand {

    private static final String NAME = "Node Control/Rebirth";

    private static final int PAYLOAD_TIMESTAMP = 1;
    private static final int PAYLOAD_METRICS = 2;
    private static final int METRIC_NAME = 1;
    private static final int METRIC_TIMESTAMP = 3;
    private static final int METRIC_DATATYPE = 4;
    private static final int METRIC_BOOLEAN = 14;
    private static final int BOOLEAN = 11;

    private RebirthCommand() {}

    /** Returns the payload for a time, milliseconds since the epoch. */
    public static byte[] payload(long timestamp) {
        return bytes(payload -> {
            payload.writeUInt64(PAYLOAD_TIMESTAMP, timestamp);
            payload.writeByteArray(PAYLOAD_METRICS, bytes(metric -> {
                metric.writeString(METRIC_NAME, NAME);
                metric.writeUInt64(METRIC_TIMESTAMP, timestamp);
                metric.writeUInt32(METRIC_DATATYPE, BOOLEAN);
                metric.writeBool(METRIC_BOOLEAN, true);
            }));
        });
    }

    /** Writer of the fields of a message. */
    @FunctionalInterface
    private interface Fields {

        void writeTo(CodedOutputStream out) throws IOException;
    }

    private static byte[] bytes(Fields fields) {
        var bytes = new ByteArrayOutputStream();
        var out = CodedOutputStream.newInstance(bytes);
        try {
            fields.writeTo(out);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e); // memory takes all bytes
        }
        return bytes.toByteArray();
    }
}
