// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Sparkplug B metric: name, type and value. Not thread-safe. */
final class SparkplugMetric {

    private static final int INT32 = 3;
    private static final int INT64 = 4;
    private static final int DOUBLE = 10;
    private static final int STRING = 12;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CodedOutputStream metric = CodedOutputStream.newInstance(bytes);

    void writeLong(CodedOutputStream payload, String name, long value) throws IOException {
        begin(name, INT64);
        metric.writeUInt64(SparkplugField.LONG_VALUE, value);
        end(payload);
    }

    void writeInt(CodedOutputStream payload, String name, int value) throws IOException {
        begin(name, INT32);
        metric.writeUInt32(SparkplugField.INT_VALUE, value);
        end(payload);
    }

    void writeDouble(CodedOutputStream payload, String name, double value) throws IOException {
        begin(name, DOUBLE);
        metric.writeDouble(SparkplugField.DOUBLE_VALUE, value);
        end(payload);
    }

    void writeString(CodedOutputStream payload, String name, String value) throws IOException {
        begin(name, STRING);
        metric.writeString(SparkplugField.STRING_VALUE, value);
        end(payload);
    }

    private void begin(String name, int type) throws IOException {
        bytes.reset();
        metric.writeString(SparkplugField.NAME, name);
        metric.writeUInt32(SparkplugField.DATATYPE, type);
    }

    private void end(CodedOutputStream payload) throws IOException {
        metric.flush();
        payload.writeByteArray(SparkplugField.PAYLOAD_METRICS, bytes.toByteArray());
    }

    /** Reads a metric into the stamp if it belongs to it. */
    static void read(CodedInputStream metric, Stamp stamp) throws IOException {
        String name = "";
        for (int tag = metric.readTag(); tag != 0; tag = metric.readTag()) {
            switch (tag >>> 3) {
                case SparkplugField.NAME -> name = metric.readString();
                case SparkplugField.INT_VALUE, SparkplugField.LONG_VALUE -> take(name, metric.readUInt64(), stamp);
                default -> metric.skipField(tag);
            }
        }
    }

    private static void take(String name, long value, Stamp stamp) {
        switch (name) {
            case "s" -> stamp.sentMicros(value);
            case "p" -> stamp.publisher(value);
            case "n" -> stamp.message(value);
            default -> {
                // not part of the stamp
            }
        }
    }
}
