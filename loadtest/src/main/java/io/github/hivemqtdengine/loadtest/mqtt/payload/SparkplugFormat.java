// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import com.google.protobuf.CodedInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.eclipse.tahu.protobuf.SparkplugBProto.Payload;
import org.eclipse.tahu.protobuf.SparkplugBProto.Payload.Metric;

/** Sparkplug B NDATA with the stamp and five values as metrics of each record, encoded by Eclipse Tahu. */
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
        return (message, sentMicros) -> {
            var payload = Payload.newBuilder()
                    .setTimestamp(sentMicros / MICROS_PER_MILLI)
                    .setSeq(message % SEQS);
            for (int i = 0; i < records; i++) {
                int value = publisher + message * records + i;
                payload.addMetrics(MetricType.INT64.metric(sentMicros).setName("s"))
                        .addMetrics(int32("p", publisher))
                        .addMetrics(MetricType.INT64.metric((long) message).setName("n"))
                        .addMetrics(int32("i", i))
                        .addMetrics(
                                MetricType.INT64.metric(clock.next(sentMicros)).setName("t"))
                        .addMetrics(MetricType.DOUBLE
                                .metric(SampleValues.voltage(value))
                                .setName("voltage"))
                        .addMetrics(MetricType.DOUBLE
                                .metric(SampleValues.current(value))
                                .setName("current"))
                        .addMetrics(int32("phase", SampleValues.phase(value)))
                        .addMetrics(MetricType.STRING
                                .metric(SampleValues.state(value))
                                .setName("state"))
                        .addMetrics(int32("count", SampleValues.count(value)));
            }
            return payload.build().toByteArray();
        };
    }

    private static Metric.Builder int32(String name, int value) {
        return MetricType.INT32.metric((long) value).setName(name);
    }

    @Override
    public StampReader stamps() {
        return SparkplugFormat::read;
    }

    private static void read(ByteBuffer payload, Stamp stamp) {
        stamp.clear();
        try {
            var in = CodedInputStream.newInstance(Stamp.prefix(payload));
            for (int tag = in.readTag(); tag != 0 && !isComplete(stamp); tag = in.readTag()) {
                if (tag >>> 3 == Payload.METRICS_FIELD_NUMBER) {
                    int limit = in.pushLimit(in.readRawVarint32());
                    readMetric(in, stamp);
                    in.popLimit(limit);
                } else {
                    in.skipField(tag);
                }
            }
        } catch (IOException e) {
            stamp.clear(); // not a message of this load
        }
    }

    private static void readMetric(CodedInputStream metric, Stamp stamp) throws IOException {
        String name = "";
        for (int tag = metric.readTag(); tag != 0; tag = metric.readTag()) {
            switch (tag >>> 3) {
                case Metric.NAME_FIELD_NUMBER -> name = metric.readString();
                case Metric.INT_VALUE_FIELD_NUMBER, Metric.LONG_VALUE_FIELD_NUMBER ->
                    take(name, metric.readUInt64(), stamp);
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

    private static boolean isComplete(Stamp stamp) {
        return stamp.isTimed() && stamp.isNumbered();
    }

    @Override
    public int records() {
        return records;
    }
}
