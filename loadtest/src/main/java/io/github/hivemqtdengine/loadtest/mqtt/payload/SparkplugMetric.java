package io.github.hivemqtdengine.loadtest.mqtt.payload;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Sparkplug B metric: name, type and value. Not thread-safe. */
final class SparkplugMetric {

    private static final int PAYLOAD_METRICS = 2;

    private static final int NAME = 1;
    private static final int DATATYPE = 4;
    private static final int INT_VALUE = 10;
    private static final int LONG_VALUE = 11;
    private static final int DOUBLE_VALUE = 13;
    private static final int STRING_VALUE = 15;

    private static final int INT32 = 3;
    private static final int INT64 = 4;
    private static final int DOUBLE = 10;
    private static final int STRING = 12;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CodedOutputStream metric = CodedOutputStream.newInstance(bytes);

    void writeLong(CodedOutputStream payload, String name, long value) throws IOException {
        begin(name, INT64);
        metric.writeUInt64(LONG_VALUE, value);
        end(payload);
    }

    void writeInt(CodedOutputStream payload, String name, int value) throws IOException {
        begin(name, INT32);
        metric.writeUInt32(INT_VALUE, value);
        end(payload);
    }

    void writeDouble(CodedOutputStream payload, String name, double value) throws IOException {
        begin(name, DOUBLE);
        metric.writeDouble(DOUBLE_VALUE, value);
        end(payload);
    }

    void writeString(CodedOutputStream payload, String name, String value) throws IOException {
        begin(name, STRING);
        metric.writeString(STRING_VALUE, value);
        end(payload);
    }

    private void begin(String name, int type) throws IOException {
        bytes.reset();
        metric.writeString(NAME, name);
        metric.writeUInt32(DATATYPE, type);
    }

    private void end(CodedOutputStream payload) throws IOException {
        metric.flush();
        payload.writeByteArray(PAYLOAD_METRICS, bytes.toByteArray());
    }

    /** Reads a metric into the stamp if it belongs to it. */
    static void read(CodedInputStream metric, Stamp stamp) throws IOException {
        String name = "";
        for (int tag = metric.readTag(); tag != 0; tag = metric.readTag()) {
            switch (tag >>> 3) {
                case NAME -> name = metric.readString();
                case INT_VALUE, LONG_VALUE -> take(name, metric.readUInt64(), stamp);
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
