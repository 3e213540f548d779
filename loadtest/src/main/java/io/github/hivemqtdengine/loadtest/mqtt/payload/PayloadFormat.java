package io.github.hivemqtdengine.loadtest.mqtt.payload;

import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Compression;
import java.util.OptionalLong;

/** A payload plan made ready: what is the same for all publishers is prepared in it. For many threads. */
public interface PayloadFormat {

    /** The payloads of a publisher. */
    PayloadSource source(int publisher);

    /** A new reader for its stamps. */
    StampReader stamps();

    /** How many records, and so rows, a message has. */
    int records();

    /** Whether a delivery tells which message it is; without it, deliveries can only be counted. */
    boolean isNumbered();

    /**
     * By what steps the clock ticks that a member of a record has its time from: the time of sending is cut to them, so
     * records of one step have the same time. In microseconds; empty where it is no such time.
     */
    default OptionalLong stepMicros(String member) {
        return OptionalLong.empty();
    }

    /**
     * The format of a plan.
     *
     * @param topics after how many messages a publisher's topics begin again, for {@code {seq}} of a template
     * @throws IllegalArgumentException if the plan can't be carried out; the message names everything that is wrong
     */
    static PayloadFormat of(PayloadPlan plan, int topics) {
        var plain = plain(plan, topics);
        return plan.compression() == Compression.NONE ? plain : new CompressedFormat(plain, plan.compression());
    }

    private static PayloadFormat plain(PayloadPlan plan, int topics) {
        return switch (plan.format()) {
            case MQTTLOADER -> new MqttLoaderFormat(plan.bytes());
            case JSON -> JsonFormat.meters(plan.records());
            case WIDE_JSON -> JsonFormat.wide(plan.records());
            case BLOCK -> JsonFormat.block(plan.bytes());
            case AVRO -> AvroFormat.wide(plan.records());
            case SMALL_AVRO -> AvroFormat.meters(plan.records());
            case SPARKPLUG -> new SparkplugFormat(plan.records());
            case TEMPLATE -> new TemplateFormat(Template.parse(plan.template()), plan.records(), topics);
        };
    }
}
