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
import java.util.function.IntPredicate;

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
                    .map(log -> new Expected(
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
        return sent.stream()
                .mapToLong(expected -> expected.count(expected::isDue))
                .sum();
    }

    /** Returns the number of messages due, plus those delivered without an acknowledgement. */
    long due(DeliveryCheck check) {
        return sent.stream()
                .mapToLong(expected -> expected.count(message -> expected.isDue(message)
                        || (expected.numbered() && check.hasSeen(expected.log().publisher(), message))))
                .sum();
    }

    /**
     * Messages of one publisher.
     *
     * @param topics number of messages after which the topics repeat
     * @param matching topics that match the filter
     * @param acknowledged whether only acknowledged messages are due
     * @param numbered whether deliveries have numbers
     */
    private record Expected(SentLog log, BitSet matching, int topics, boolean acknowledged, boolean numbered) {

        boolean isDue(int message) {
            return !acknowledged || log.isAcknowledged(message);
        }

        long count(IntPredicate due) {
            long count = 0;
            for (int message = 0; message < log.size(); message++) {
                if (matching.get(message % topics) && due.test(message)) {
                    count++;
                }
            }
            return count;
        }
    }
}
