// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Compression;
import java.util.OptionalLong;

/** Encoder and decoder of payloads, with parts common to all publishers prepared. Thread-safe. */
public interface PayloadFormat {

    /** Returns the payloads of a publisher. */
    PayloadSource source(int publisher);

    /** Returns a new reader of stamps. */
    StampReader stamps();

    /** Returns the number of records, and so rows, of a message; of edge nodes, the most rows. */
    default int records() {
        return 1;
    }

    /** Returns whether a delivery contains its message number; otherwise deliveries can only be counted. */
    default boolean isNumbered() {
        return true;
    }

    /**
     * Returns the step of a record member's clock in microseconds: the send time is truncated to it, so records of one
     * step share a timestamp. Empty for other members.
     */
    default OptionalLong stepMicros(String member) {
        return OptionalLong.empty();
    }

    /**
     * Returns the format of a plan.
     *
     * @param topics number of messages after which a publisher's topics repeat, for {@code {seq}} of a template
     * @throws IllegalArgumentException with all errors of the plan
     */
    static PayloadFormat of(PayloadPlan plan, int topics) {
        var plain = plain(plan, topics);
        return plan.compression() == Compression.NONE ? plain : new CompressedFormat(plain, plan.compression());
    }

    private static PayloadFormat plain(PayloadPlan plan, int topics) {
        return switch (plan.format()) {
            case MQTTLOADER -> new MqttLoaderFormat(plan.bytes());
            case JSON -> TemplateFormat.json(SampleValues.meters(), plan.records());
            case WIDE_JSON -> TemplateFormat.json(SampleValues.wide(), plan.records());
            case BLOCK -> TemplateFormat.block(plan.bytes());
            case AVRO -> AvroFormat.wide(plan.records());
            case SMALL_AVRO -> AvroFormat.meters(plan.records());
            case SPARKPLUG -> new SparkplugFormat(plan.records());
            case EDGE_NODE -> new EdgeNodeFormat(plan.edgeNodes().orElseThrow());
            case FILE, RECORDING ->
                new UnstampedFormat(plan.traffic().orElseThrow().source());
            case TEMPLATE -> TemplateFormat.of(Template.parse(plan.template()), plan.records(), topics);
        };
    }
}
