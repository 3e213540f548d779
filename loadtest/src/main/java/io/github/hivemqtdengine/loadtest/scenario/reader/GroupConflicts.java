// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** Refuses groups whose messages or rows could not be told apart. */
final class GroupConflicts {

    private static final List<ScenarioKey> TOPICS = List.of(ScenarioKey.TOPIC_PATTERN, ScenarioKey.TOPIC);

    private static final List<ScenarioKey> PAYLOADS = List.of(
            ScenarioKey.FORMAT,
            ScenarioKey.TEMPLATE,
            ScenarioKey.COMPRESSION,
            ScenarioKey.RECORDS,
            ScenarioKey.PAYLOAD);

    private static final List<ScenarioKey> RECORDS = List.of(ScenarioKey.RECORDS);
    private static final List<ScenarioKey> FORMAT = List.of(ScenarioKey.FORMAT);

    private GroupConflicts() {}

    /**
     * Compares each group with the ones before it.
     *
     * @param settings settings of each group, by its name
     */
    static void check(Map<String, Settings> settings, List<ClientGroup> groups) {
        for (int i = 0; i < groups.size(); i++) {
            var group = groups.get(i);
            for (var other : groups.subList(0, i)) {
                if (group.publishers().count() > 0 && other.publishers().count() > 0) {
                    check(group, other, of(settings, group), of(settings, other));
                }
            }
        }
    }

    private static Settings of(Map<String, Settings> settings, ClientGroup group) {
        return Objects.requireNonNull(settings.get(group.name()));
    }

    private static void check(ClientGroup group, ClientGroup other, Settings settings, Settings otherSettings) {
        var payload = group.publishers().payload();
        var others = other.publishers().payload();
        boolean differs = !payload.isReadLike(others);
        if (differs && overlap(group.publishers().topics(), other.publishers().topics())) {
            refuseTopics(settings, otherSettings, group, other);
        } else if (differs && overlap(group.publishers().will(), other.publishers())) {
            settings.refuseInherited(ScenarioKey.WILL, "has topics" + unreadable(other));
        } else if (differs && overlap(other.publishers().will(), group.publishers())) {
            otherSettings.refuseInherited(ScenarioKey.WILL, "has topics" + unreadable(group));
        }
        boolean share = group.rows().tables().stream()
                .anyMatch(table -> other.rows().tables().contains(table));
        if (share && payload.isArray() != others.isArray()) {
            refuseArrays(settings, otherSettings, group, other);
        }
    }

    private static void refuseArrays(Settings settings, Settings otherSettings, ClientGroup group, ClientGroup other) {
        if (!settings.refuseFirst(RECORDS, mixed(other))
                && !otherSettings.refuseFirst(RECORDS, mixed(group))
                && !settings.refuseFirst(FORMAT, mixed(other))) {
            otherSettings.refuseFirst(FORMAT, mixed(group));
        }
    }

    private static String mixed(ClientGroup other) {
        return "must be 1 or more as in group " + other.name()
                + ", which has the same table: the extension reads either arrays or single records";
    }

    /** Refuses the topics; those that are not set are the same by default, and something else differs. */
    private static void refuseTopics(Settings settings, Settings otherSettings, ClientGroup group, ClientGroup other) {
        if (!settings.refuseFirst(TOPICS, "has topics" + unreadable(other))
                && !otherSettings.refuseFirst(TOPICS, "has topics" + unreadable(group))
                && !settings.refuseFirst(PAYLOADS, "needs an x.topic beside it: it has topics" + unreadable(other))) {
            otherSettings.refuseFirst(PAYLOADS, "needs an x.topic beside it: it has topics" + unreadable(group));
        }
    }

    private static String unreadable(ClientGroup other) {
        return " of group " + other.name()
                + ", whose payloads are of another kind, so that subscribers can't read them";
    }

    private static boolean overlap(Optional<String> will, PublisherPlan others) {
        return will.filter(topic -> overlap(new TopicPattern(topic, 1), others.topics()))
                .isPresent();
    }

    private static boolean overlap(TopicPattern one, TopicPattern other) {
        return one.expression().matcher(other.topic(0, 0)).matches()
                || other.expression().matcher(one.topic(0, 0)).matches();
    }
}
