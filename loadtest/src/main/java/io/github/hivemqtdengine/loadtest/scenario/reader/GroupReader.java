// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.ClientGroup.RowPlan;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.TrafficPlan;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.SessionPlan;
import io.github.hivemqtdengine.loadtest.scenario.SubscriberPlan;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Reads a group of clients. */
final class GroupReader {

    private static final String NO_TABLE = "none";
    private static final List<List<String>> TABLES =
            ScenarioKey.table("tables.txt").toList();

    private final String name;
    private final Settings settings;
    private final Duration execTime;

    /** @param name name of the group; empty for the only one of a scenario without groups */
    GroupReader(String name, Settings settings, Duration execTime) {
        this.name = name;
        this.settings = settings;
        this.execTime = execTime;
    }

    /**
     * Reads the group.
     *
     * @param firstPublisher number of its first publisher
     * @param firstSubscriber number of its first subscriber
     */
    ClientGroup read(int firstPublisher, int firstSubscriber) {
        Duration start = settings.get("x.start");
        boolean isLate = start.compareTo(execTime) >= 0;
        if (isLate) {
            settings.refuseInherited("x.start", "must be before exec_time is over");
        }
        var rest = isLate ? execTime : execTime.minus(start);
        var publishers = new PublishersReader(settings, rest).read(firstPublisher);
        return new ClientGroup(
                name,
                start,
                publishers,
                subscribers(firstSubscriber, publishers),
                new SessionPlan(settings.find("x.session_expiry"), settings.find("x.churn")),
                rows(publishers));
    }

    private SubscriberPlan subscribers(int first, PublisherPlan publishers) {
        var recorded = publishers.payload().traffic().map(TrafficPlan::filter).filter(text -> !text.isEmpty());
        return new SubscriberPlan(
                first,
                settings.get("num_subscribers"),
                settings.get("qos_subscriber"),
                settings.get("shared_subscription"),
                settings.<String>find("x.subscriber_filter").or(() -> recorded).orElseGet(publishers.topics()::filter),
                settings.get("x.subscriber_delay"));
    }

    private RowPlan rows(PublisherPlan publishers) {
        int perMessage =
                settings.<Integer>find("x.rows").orElse(publishers.payload().mostRows());
        var named = settings.<String>find("x.table");
        if (named.filter(NO_TABLE::equals).isPresent()) {
            return new RowPlan(Optional.empty(), Optional.empty(), perMessage, false);
        }
        boolean ofAnyTopics = publishers.payload().format() == PayloadPlan.Format.RECORDING;
        return new RowPlan(
                named.or(() -> ofAnyTopics ? Optional.empty() : table(publishers.topics())),
                publishers
                        .will()
                        .flatMap(will -> table(new TopicPattern(will, 1)).or(() -> named)),
                perMessage,
                true);
    }

    /** Returns the table of a topic in the load tests' configuration of the extension; empty if it is not stored. */
    private static Optional<String> table(TopicPattern topics) {
        return TABLES.stream()
                .filter(row -> topics.topic(0, 0).matches(row.get(0)))
                .map(row -> row.get(1))
                .findFirst();
    }
}
