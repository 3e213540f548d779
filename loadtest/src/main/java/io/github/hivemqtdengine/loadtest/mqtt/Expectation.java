package io.github.hivemqtdengine.loadtest.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.datatypes.MqttTopicFilter;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import java.util.BitSet;
import java.util.List;

/**
 * Expected messages of each subscription: those on matching topics that were sent at QoS 0 or acknowledged. An
 * unacknowledged message is not due but counts if it is delivered.
 */
final class Expectation {

    private final boolean acknowledged;
    private final List<SentLog> sent;
    private final List<BitSet> matching;
    private final int topics;

    Expectation(LoadPlan plan, List<SentLog> sent) {
        this.acknowledged = plan.publishers().qos() > 0;
        this.sent = sent;
        this.topics = plan.publishers().topics().topics();
        var filter = MqttTopicFilter.of(plan.subscribers().filter());
        matching = sent.stream()
                .map(log -> matching(filter, plan.publishers().topics(), log))
                .toList();
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
                .mapToLong(log -> count(log, message -> isDue(log, message)))
                .sum();
    }

    /** Returns the number of messages due, plus those delivered without an acknowledgement. */
    long due(DeliveryCheck check) {
        return sent.stream()
                .mapToLong(log -> count(log, message -> isDue(log, message) || check.hasSeen(log.publisher(), message)))
                .sum();
    }

    private boolean isDue(SentLog log, int message) {
        return !acknowledged || log.isAcknowledged(message);
    }

    private long count(SentLog log, Due due) {
        var topicsOfLog = matching.get(log.publisher());
        long count = 0;
        for (int message = 0; message < log.size(); message++) {
            if (topicsOfLog.get(message % topics) && due.isDue(message)) {
                count++;
            }
        }
        return count;
    }

    @FunctionalInterface
    private interface Due {

        boolean isDue(int message);
    }
}
