// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import com.google.protobuf.ByteString;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/** Builder of Sparkplug B payloads, field by field. */
public final class SparkplugPayload {

    private static final int INT_32 = 3;
    private static final int INT_64 = 8;
    private static final int FLOAT = 9;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final CodedOutputStream out = CodedOutputStream.newInstance(bytes);
    private final long timestamp;

    /** Begins a payload with a time, milliseconds since the epoch. */
    public SparkplugPayload(long timestamp) {
        this.timestamp = timestamp;
        write(() -> out.writeUInt64(1, timestamp));
    }

    private interface Step {

        void run() throws IOException;
    }

    private void write(Step step) {
        try {
            step.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Adds the metric {@code bdSeq}. */
    public SparkplugPayload bdSeq(long number) {
        return metric(metric -> {
            metric.writeString(1, "bdSeq");
            metric.writeUInt32(4, INT_64);
            metric.writeUInt64(11, number);
        });
    }

    /** Adds a metric of type Float with its name and alias, as a BIRTH does. */
    public SparkplugPayload born(String name, long alias, float value) {
        return metric(metric -> {
            metric.writeString(1, name);
            metric.writeUInt64(2, alias);
            metric.writeUInt64(3, timestamp);
            metric.writeUInt32(4, FLOAT);
            metric.writeFloat(12, value);
        });
    }

    /** Adds a metric with its alias only, as DATA do. */
    public SparkplugPayload data(long alias, float value) {
        return metric(metric -> {
            metric.writeUInt64(2, alias);
            metric.writeUInt64(3, timestamp);
            metric.writeFloat(12, value);
        });
    }

    /** Adds a metric of type Int32 with its name, as a BIRTH does. */
    public SparkplugPayload bornInt32(String name, int value) {
        return metric(metric -> {
            metric.writeString(1, name);
            metric.writeUInt64(3, timestamp);
            metric.writeUInt32(4, INT_32);
            metric.writeUInt32(10, value);
        });
    }

    /** Adds a metric with its name and an integer, without a datatype, as DATA do. */
    public SparkplugPayload data(String name, int value) {
        return metric(metric -> {
            metric.writeString(1, name);
            metric.writeUInt64(3, timestamp);
            metric.writeUInt32(10, value);
        });
    }

    private interface Fields {

        void write(CodedOutputStream metric) throws IOException;
    }

    private SparkplugPayload metric(Fields fields) {
        write(() -> {
            var content = ByteString.newOutput();
            var metric = CodedOutputStream.newInstance(content);
            fields.write(metric);
            metric.flush();
            out.writeBytes(2, content.toByteString());
        });
        return this;
    }

    /** Returns the payload with this sequence number. */
    public byte[] seq(long number) {
        write(() -> out.writeUInt64(3, number));
        return withoutSeq();
    }

    /** Returns the payload without a sequence number, as of an NDEATH. */
    public byte[] withoutSeq() {
        write(out::flush);
        return bytes.toByteArray();
    }

    /** Returns a payload whose body is this one, compressed. */
    public static byte[] compressed(byte[] payload) {
        var outer = new SparkplugPayload(0);
        outer.write(() -> outer.out.writeString(4, "SPBV1.0_COMPRESSED"));
        outer.write(() -> outer.out.writeByteArray(5, Compressor.ZLIB.compress(payload)));
        return outer.withoutSeq();
    }
}
