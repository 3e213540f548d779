// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import com.google.protobuf.CodedInputStream;
import com.google.protobuf.CodedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * Sparkplug B NDATA: payload of the official schema (sparkplug_b.proto) with the stamp and five values as metrics of
 * each record. Encoded by hand, because only few fields are needed and Eclipse Tahu's library is unusable: its parent
 * is missing in Maven Central.
 */
final class SparkplugFormat implements PayloadFormat {

    private static final int SEQS = 256;
    private static final long MICROS_PER_MILLI = 1_000;

    private final int records;

    SparkplugFormat(int records) {
        this.records = records;
    }

    @Override
    public PayloadSource source(int publisher) {
        var clock = new RecordClock();
        var bytes = new ByteArrayOutputStream();
        var metric = new SparkplugMetric();
        return (message, sentMicros) -> {
            bytes.reset();
            try {
                var out = CodedOutputStream.newInstance(bytes);
                out.writeUInt64(SparkplugField.PAYLOAD_TIMESTAMP, sentMicros / MICROS_PER_MILLI);
                for (int i = 0; i < records; i++) {
                    metric.writeLong(out, "s", sentMicros);
                    metric.writeInt(out, "p", publisher);
                    metric.writeLong(out, "n", message);
                    metric.writeInt(out, "i", i);
                    metric.writeLong(out, "t", clock.next(sentMicros));
                    values(metric, out, publisher + message * records + i);
                }
                out.writeUInt64(SparkplugField.PAYLOAD_SEQ, message % SEQS);
                out.flush();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return bytes.toByteArray();
        };
    }

    private static void values(SparkplugMetric metric, CodedOutputStream out, int i) throws IOException {
        metric.writeDouble(out, "voltage", SampleValues.voltage(i));
        metric.writeDouble(out, "current", SampleValues.current(i));
        metric.writeInt(out, "phase", SampleValues.phase(i));
        metric.writeString(out, "state", SampleValues.state(i));
        metric.writeInt(out, "count", SampleValues.count(i));
    }

    @Override
    public StampReader stamps() {
        return SparkplugFormat::read;
    }

    private static void read(ByteBuffer payload, Stamp stamp) {
        stamp.clear();
        try {
            var in = CodedInputStream.newInstance(Prefix.of(payload));
            for (int tag = in.readTag(); tag != 0 && !isComplete(stamp); tag = in.readTag()) {
                if (tag >>> 3 == SparkplugField.PAYLOAD_METRICS) {
                    int limit = in.pushLimit(in.readRawVarint32());
                    SparkplugMetric.read(in, stamp);
                    in.popLimit(limit);
                } else {
                    in.skipField(tag);
                }
            }
        } catch (IOException e) {
            stamp.clear(); // not a message of this load
        }
    }

    private static boolean isComplete(Stamp stamp) {
        return stamp.isTimed() && stamp.isNumbered();
    }

    @Override
    public int records() {
        return records;
    }

    @Override
    public boolean isNumbered() {
        return true;
    }
}
