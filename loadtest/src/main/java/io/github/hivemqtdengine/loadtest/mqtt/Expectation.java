// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.datatypes.MqttTopicFilter;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadFormat;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Expected messages of each subscription: those on matching topics that were sent at QoS 0 or acknowledged. An
 * unacknowledged message is not due but counts if it is delivered.
 */
final class Expectation {

    private final List<Expected> sent = new ArrayList<>();

    /**
     * @param formats payloads of the groups that publish
     * @param filter topic filter of the subscription
     * @param sent messages of all groups
     */
    Expectation(Map<ClientGroup, PayloadFormat> formats, String filter, List<SentLog> sent) {
        var topics = MqttTopicFilter.of(filter);
        formats.forEach((group, format) -> {
            var plan = group.publishers();
            sent.stream()
                    .filter(log -> plan.has(log.publisher()))
                    .map(log -> Expected.of(
                            log,
                            matching(topics, plan.topics(), log),
                            plan.topics().topics(),
                            plan.qos() > 0,
                            format.isNumbered()))
                    .forEach(this.sent::add);
        });
    }

    private static BitSet matching(MqttTopicFilter filter, TopicPattern pattern, SentLog log) {
        var matching = new BitSet();
        for (int topic = 0; topic < Math.min(pattern.topics(), log.size()); topic++) {
            matching.set(topic, filter.matches(MqttTopic.of(pattern.topic(log.publisher(), topic))));
        }
        return matching;
    }

    /** Returns the number of messages that must be delivered. */
    long due() {
        return sent.stream().mapToLong(expected -> expected.due().cardinality()).sum();
    }

    /** Returns the number of messages due, plus those delivered without an acknowledgement. */
    long due(DeliveryCheck check) {
        return due()
                + sent.stream().mapToLong(expected -> expected.early(check)).sum();
    }

    /**
     * Returns the number of messages due that were not delivered. Only messages without numbers are compared by their
     * count: a delivery that is not due hides none that is.
     */
    long missing(DeliveryCheck check) {
        long numbered =
                numbered(true).mapToLong(expected -> expected.missing(check)).sum();
        long counted = numbered(false)
                .mapToLong(expected -> expected.due().cardinality())
                .sum();
        return numbered + Math.max(0, counted - check.counted());
    }

    private Stream<Expected> numbered(boolean wanted) {
        return sent.stream().filter(expected -> expected.numbered() == wanted);
    }

    /**
     * Messages of one publisher on matching topics.
     *
     * @param due messages that must be delivered
     * @param others messages without an acknowledgement, which may be delivered
     * @param numbered whether deliveries have numbers
     */
    private record Expected(int publisher, BitSet due, BitSet others, boolean numbered) {

        /**
         * Finds the messages.
         *
         * @param topics number of messages after which the topics repeat
         * @param matching topics that match the filter
         * @param acknowledged whether only acknowledged messages are due
         */
        static Expected of(SentLog log, BitSet matching, int topics, boolean acknowledged, boolean numbered) {
            var due = new BitSet();
            var others = new BitSet();
            for (int message = 0; message < log.size(); message++) {
                if (matching.get(message % topics)) {
                    (acknowledged && !log.isAcknowledged(message) ? others : due).set(message);
                }
            }
            return new Expected(log.publisher(), due, others, numbered);
        }

        int early(DeliveryCheck check) {
            return numbered ? check.seen(publisher, others) : 0;
        }

        int missing(DeliveryCheck check) {
            return due.cardinality() - check.seen(publisher, due);
        }
    }
}
