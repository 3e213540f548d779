// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.datatypes.MqttTopicFilter;
import io.github.hivemqtdengine.loadtest.measure.NumberSet;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadFormat;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Expected messages of each subscription: those on matching topics that were sent at QoS 0 or acknowledged. An
 * unacknowledged message is not due but counts if it is delivered.
 */
final class Expectation {

    private final List<Expected> sent = new ArrayList<>();

    private Expectation() {}

    /**
     * Returns the expectation of each filter. Filters without wildcards are looked up by topic, so that thousands of
     * them take one pass over the topics.
     *
     * @param formats payloads of the groups that publish
     * @param filters topic filters of subscriptions
     * @param sent messages of all groups
     */
    static Map<String, Expectation> of(
            Map<ClientGroup, PayloadFormat> formats, Collection<String> filters, List<SentLog> sent) {
        var byFilter = new HashMap<String, Expectation>();
        var wildcards = new HashMap<MqttTopicFilter, Expectation>();
        for (var filter : filters) {
            var expectation = byFilter.computeIfAbsent(filter, its -> new Expectation());
            var parsed = MqttTopicFilter.of(filter);
            if (parsed.containsWildcards()) {
                wildcards.put(parsed, expectation);
            }
        }
        formats.forEach((group, format) -> {
            var plan = group.publishers();
            boolean isNumbered = format.isNumbered();
            for (var log : sent) {
                if (plan.has(log.publisher())) {
                    matching(plan.topics(), log, byFilter, wildcards)
                            .forEach((expectation, topics) -> expectation.add(
                                    Expected.of(log, topics, plan.topics().topics(), plan.qos() > 0, isNumbered)));
                }
            }
        });
        return byFilter;
    }

    /** Returns the numbers of the publisher's topics that match each filter. */
    private static Map<Expectation, BitSet> matching(
            TopicPattern pattern,
            SentLog log,
            Map<String, Expectation> byFilter,
            Map<MqttTopicFilter, Expectation> wildcards) {
        var matching = new HashMap<Expectation, BitSet>();
        for (int number = 0; number < Math.min(pattern.topics(), log.size()); number++) {
            var text = pattern.topic(log.publisher(), number);
            var equal = byFilter.get(text); // a topic has no wildcards
            if (equal != null) {
                matching.computeIfAbsent(equal, its -> new BitSet()).set(number);
            }
            if (!wildcards.isEmpty()) {
                var topic = MqttTopic.of(text);
                for (var wildcard : wildcards.entrySet()) {
                    if (wildcard.getKey().matches(topic)) {
                        matching.computeIfAbsent(wildcard.getValue(), its -> new BitSet())
                                .set(number);
                    }
                }
            }
        }
        return matching;
    }

    private void add(Expected expected) {
        if (!expected.isEmpty()) {
            sent.add(expected);
        }
    }

    /** Returns the number of messages that must be delivered. */
    long due() {
        return sent.stream().mapToLong(expected -> expected.due().size()).sum();
    }

    /** Returns the number of messages that can be delivered. */
    long most() {
        return due()
                + sent.stream().mapToLong(expected -> expected.others().size()).sum();
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
        long counted =
                numbered(false).mapToLong(expected -> expected.due().size()).sum();
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
    private record Expected(int publisher, NumberSet due, NumberSet others, boolean numbered) {

        /**
         * Finds the messages.
         *
         * @param topics number of messages after which the topics repeat
         * @param matching topics that match the filter
         * @param acknowledged whether only acknowledged messages are due
         */
        static Expected of(SentLog log, BitSet matching, int topics, boolean acknowledged, boolean numbered) {
            var due = new NumberSet();
            var others = new NumberSet();
            for (int message = 0; message < log.size(); message++) {
                if (matching.get(message % topics)) {
                    (acknowledged && !log.isAcknowledged(message) ? others : due).add(message);
                }
            }
            return new Expected(log.publisher(), due, others, numbered);
        }

        boolean isEmpty() {
            return due.size() + others.size() == 0;
        }

        long early(DeliveryCheck check) {
            return numbered ? check.seen(publisher, others) : 0;
        }

        long missing(DeliveryCheck check) {
            return due.size() - check.seen(publisher, due);
        }
    }
}
