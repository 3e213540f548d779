// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.scenario.RowPlan;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.SubscriberPlan;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import io.github.hivemqtdengine.loadtest.scenario.TrafficPlan;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Numbers;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads a group of clients. */
final class GroupReader {

    private static final int MOST_CLIENTS = 10_000_000;
    private static final int MOST_ROWS = 1_000_000;
    private static final String NO_TABLE = "none";
    private static final Pattern TABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_]{0,191}");

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
        var start = settings.duration(ScenarioKey.START);
        if (start.compareTo(execTime) >= 0) {
            settings.refuseInherited(ScenarioKey.START, "must be before exec_time is over");
        }
        var rest = start.compareTo(execTime) < 0 ? execTime.minus(start) : execTime;
        var publishers = new PublishersReader(settings, rest).read(firstPublisher);
        if (!name.isEmpty()) {
            refuseWhatGroupsHaveNot(publishers);
        }
        return new ClientGroup(
                name,
                start,
                publishers,
                subscribers(firstSubscriber, publishers),
                new SessionReader(settings).read(),
                rows(publishers));
    }

    private void refuseWhatGroupsHaveNot(PublisherPlan publishers) {
        if (publishers.payload().edgeNodes().isPresent()) {
            settings.refuseInherited(
                    ScenarioKey.FORMAT, "does not go with x.group: edge nodes need a scenario of their own");
        }
        if (publishers.payload().traffic().isPresent()) {
            settings.refuseInherited(
                    ScenarioKey.FORMAT, "does not go with x.group: payloads from files need a scenario of their own");
        }
        if (publishers.pace() instanceof Pace.PartOfCapacity) {
            settings.refuseInherited(
                    ScenarioKey.RATE, "does not go with x.group: give the messages per second of each group");
        }
    }

    private SubscriberPlan subscribers(int first, PublisherPlan publishers) {
        var recorded = publishers.payload().traffic().map(TrafficPlan::filter).filter(text -> !text.isEmpty());
        return new SubscriberPlan(
                first,
                settings.whole(ScenarioKey.NUM_SUBSCRIBERS, 0, MOST_CLIENTS),
                settings.whole(ScenarioKey.QOS_SUBSCRIBER, 0, 2),
                settings.flag(ScenarioKey.SHARED_SUBSCRIPTION),
                settings.find(ScenarioKey.SUBSCRIBER_FILTER, text -> text)
                        .or(() -> recorded)
                        .orElseGet(publishers.topics()::filter),
                settings.duration(ScenarioKey.SUBSCRIBER_DELAY));
    }

    private RowPlan rows(PublisherPlan publishers) {
        var named = settings.find(ScenarioKey.TABLE, GroupReader::tableName);
        boolean none = named.filter(NO_TABLE::equals).isPresent();
        boolean isRecording = publishers.payload().format() == PayloadPlan.Format.RECORDING; // of any topics
        return new RowPlan(
                none
                        ? Optional.empty()
                        : named.or(() -> isRecording
                                ? Optional.empty()
                                : TableOfTopic.of(publishers.topics().topic(0, 0))),
                none
                        ? Optional.empty()
                        : publishers.will().flatMap(will -> tableOfWill(will).or(() -> named)),
                settings.find(ScenarioKey.ROWS, Numbers.whole(1, MOST_ROWS))
                        .orElse(publishers.payload().mostRows()),
                !none);
    }

    private static Optional<String> tableOfWill(String will) {
        return TableOfTopic.of(new TopicPattern(will, 1).topic(0, 0));
    }

    private static String tableName(String text) {
        if (!TABLE.matcher(text).matches()) {
            throw new MalformedValueException("must be a table's name, or none");
        }
        return text;
    }
}
