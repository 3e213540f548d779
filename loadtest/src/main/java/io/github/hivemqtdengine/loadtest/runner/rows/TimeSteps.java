// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner.rows;

import io.github.hivemqtdengine.loadtest.measure.Reconciliation.RowKey;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadFormat;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.stack.extension.TableKey;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Timestamps with steps, from {@code {time:1 s}} of a template. Rows of one publisher, topic and step share a key, and
 * the database keeps the last one. Rows overwritten by other publishers are not detected: topics need {@code {client}}.
 *
 * @param micros length of a step
 * @param topics number of topics of a publisher with separate timestamps
 */
record TimeSteps(long micros, int topics) {

    /** Returns the steps of the groups whose rows overwrite each other. */
    static Map<ClientGroup, TimeSteps> of(LoadPlan load) throws IOException {
        var steps = new HashMap<ClientGroup, TimeSteps>();
        for (var group : load.groups()) {
            var table = group.rows().table();
            var key = table.isPresent() ? TableKey.of(table.get()) : Optional.<TableKey>empty();
            key.flatMap(known -> of(group.publishers(), known)).ifPresent(its -> steps.put(group, its));
        }
        return steps;
    }

    private static Optional<TimeSteps> of(PublisherPlan publishers, TableKey key) {
        int topics = publishers.topics().topics();
        var step = PayloadFormat.of(publishers.payload(), topics).stepMicros(key.time());
        return step.isPresent()
                ? Optional.of(new TimeSteps(step.getAsLong(), key.perTopic() ? topics : 1))
                : Optional.empty();
    }

    /** Returns the keys of the messages sent. */
    RowKey keys(List<SentLog> sent) {
        Map<Integer, SentLog> logs = sent.stream().collect(Collectors.toMap(SentLog::publisher, Function.identity()));
        return (publisher, message, item) -> key(Objects.requireNonNull(logs.get(publisher)), message);
    }

    /**
     * Returns the number of distinct keys sent.
     *
     * @param acknowledged whether only acknowledged messages count
     */
    long rows(List<SentLog> sent, boolean acknowledged) {
        return sent.stream().mapToLong(log -> rows(log, acknowledged)).sum();
    }

    private long rows(SentLog log, boolean acknowledged) {
        var lastKeys = new HashMap<Integer, Long>();
        return IntStream.range(0, log.size())
                .filter(message -> !acknowledged || log.isAcknowledged(message))
                .filter(message -> {
                    long key = key(log, message);
                    return !Objects.equals(lastKeys.put(message % topics, key), key);
                })
                .count();
    }

    /** Topics of one step have adjacent keys; keys beyond the range of a long wrap around. */
    private long key(SentLog log, int message) {
        return log.sentMicros(message) / micros * topics + message % topics;
    }
}
