// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import io.github.hivemqtdengine.loadtest.scenario.EdgeNodePlan;
import java.util.stream.IntStream;
import org.eclipse.tahu.protobuf.SparkplugBProto.Payload;
import org.eclipse.tahu.protobuf.SparkplugBProto.Payload.Metric;

/**
 * Sparkplug B messages of edge nodes: NBIRTH with names, aliases and datatypes, NDATA with aliases only, and NDEATH.
 * Each metric has the time of its message. Encoded by Eclipse Tahu.
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
            int session = plan.session(message);
            var payload =
                    Payload.newBuilder().setTimestamp(millis).setSeq((message - plan.firstMessage(session)) % SEQS);
            if (plan.isBirth(message)) {
                payload.addMetrics(named(millis, BD_SEQ, MetricType.INT64, (long) session));
                payload.addMetrics(named(millis, REBIRTH, MetricType.BOOLEAN, false));
            }
            for (int i = 0; i < plan.size(message); i++) {
                int number = plan.metric(message, i);
                var metric = MetricType.of(number)
                        .metric(MetricType.value(publisher, message, number))
                        .setAlias(number)
                        .setTimestamp(millis);
                payload.addMetrics(plan.isBirth(message) ? metric.setName(names[number]) : metric.clearDatatype());
            }
            return payload.build().toByteArray();
        };
    }

    /** Returns the NDEATH of a session, the last will of its connection. */
    public static byte[] death(int session, long micros) {
        long millis = micros / MICROS_PER_MILLI;
        return Payload.newBuilder()
                .setTimestamp(millis)
                .addMetrics(named(millis, BD_SEQ, MetricType.INT64, (long) session))
                .build()
                .toByteArray();
    }

    private static Metric.Builder named(long millis, String name, MetricType type, Object value) {
        return type.metric(value).setName(name).setTimestamp(millis);
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
