// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import com.google.protobuf.CodedOutputStream;
import io.github.hivemqtdengine.loadtest.scenario.EdgeNodePlan;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.stream.IntStream;

/**
 * Sparkplug B messages of edge nodes: NBIRTH with names, aliases and datatypes, NDATA with aliases only, and NDEATH.
 * Each metric has the time of its message.
 */
public final class EdgeNodeFormat implements PayloadFormat {

    private static final int SEQS = 256;
    private static final long MICROS_PER_MILLI = 1_000;
    private static final String PREFIX = "Inputs/";
    private static final String BD_SEQ = "bdSeq";
    private static final String REBIRTH = "Node Control/Rebirth";

    private final EdgeNodePlan plan;
    private final String[] names;

    public EdgeNodeFormat(EdgeNodePlan plan) {
        this.plan = plan;
        this.names = IntStream.range(0, plan.metrics())
                .mapToObj(metric -> PREFIX + metric)
                .toArray(String[]::new);
    }

    /** Returns the number of a metric by its name, or -1 for any other metric. */
    public static int metric(String name) {
        try {
            return name.startsWith(PREFIX) ? Integer.parseInt(name.substring(PREFIX.length())) : -1;
        } catch (NumberFormatException e) {
            return -1;
        }
    }

    @Override
    public PayloadSource source(int publisher) {
        return (message, sentMicros) -> {
            long millis = sentMicros / MICROS_PER_MILLI;
            return payload(out -> {
                out.writeUInt64(SparkplugField.PAYLOAD_TIMESTAMP, millis);
                if (plan.isBirth(message)) {
                    named(out, millis, BD_SEQ, MetricType.INT64, (long) plan.session(message));
                    named(out, millis, REBIRTH, MetricType.BOOLEAN, false);
                }
                for (int i = 0; i < plan.size(message); i++) {
                    metric(out, millis, publisher, message, plan.metric(message, i));
                }
                int first = plan.firstMessage(plan.session(message));
                out.writeUInt64(SparkplugField.PAYLOAD_SEQ, (message - first) % SEQS);
            });
        };
    }

    /** Returns the NDEATH of a session, the last will of its connection. */
    public static byte[] death(int session, long micros) {
        long millis = micros / MICROS_PER_MILLI;
        return payload(out -> {
            out.writeUInt64(SparkplugField.PAYLOAD_TIMESTAMP, millis);
            named(out, millis, BD_SEQ, MetricType.INT64, (long) session);
        });
    }

    private static void named(CodedOutputStream out, long millis, String name, MetricType type, Object value)
            throws IOException {
        write(out, metric -> {
            metric.writeString(SparkplugField.NAME, name);
            metric.writeUInt64(SparkplugField.TIMESTAMP, millis);
            metric.writeUInt32(SparkplugField.DATATYPE, type.code());
            type.write(metric, value);
        });
    }

    private void metric(CodedOutputStream out, long millis, int publisher, int message, int number) throws IOException {
        var type = MetricType.of(number);
        boolean birth = plan.isBirth(message);
        write(out, metric -> {
            if (birth) {
                metric.writeString(SparkplugField.NAME, names[number]);
            }
            metric.writeUInt64(SparkplugField.ALIAS, number);
            metric.writeUInt64(SparkplugField.TIMESTAMP, millis);
            if (birth) {
                metric.writeUInt32(SparkplugField.DATATYPE, type.code());
            }
            type.write(metric, MetricType.value(publisher, message, number));
        });
    }

    private static void write(CodedOutputStream out, Content metric) throws IOException {
        out.writeByteArray(SparkplugField.PAYLOAD_METRICS, payload(metric));
    }

    private static byte[] payload(Content content) {
        var bytes = new ByteArrayOutputStream();
        var out = CodedOutputStream.newInstance(bytes, 256);
        try {
            content.write(out);
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return bytes.toByteArray();
    }

    @FunctionalInterface
    private interface Content {

        void write(CodedOutputStream out) throws IOException;
    }

    /** Returns a reader that finds no stamp: edge nodes have no subscribers of the load. */
    @Override
    public StampReader stamps() {
        return (payload, stamp) -> stamp.clear();
    }

    @Override
    public int records() {
        return plan.mostRows();
    }

    @Override
    public boolean isNumbered() {
        return false;
    }
}
