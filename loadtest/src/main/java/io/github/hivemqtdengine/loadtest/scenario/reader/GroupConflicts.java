// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.ClientGroup;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Format;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.scenario.SubscriberPlan;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Refuses groups whose messages or rows could not be told apart, and subscribers whom no message reaches. */
final class GroupConflicts {

    /** Keys to blame, the first that is set. */
    private static final List<String> TOPICS = List.of("x.topic", "topic");

    private static final List<String> PAYLOADS =
            List.of("x.payload", "x.template", "x.compression", "x.records", "payload");
    private static final List<String> FILTERS =
            List.of("x.subscriber_filter", "x.topic", "topic", "num_subscribers", "num_publishers");

    private static final String UNREADABLE =
            ", whose payloads are of another kind, so that subscribers can't read them";
    private static final String MIXED =
            ", which has the same table: the extension reads either arrays or single records";

    /** Most topics that are compared with a filter. */
    private static final int MOST_TOPICS = 1_000_000;

    private final ClientGroup group;
    private final Settings settings;
    private final ClientGroup other;
    private final Settings others;

    private GroupConflicts(ClientGroup group, Settings settings, ClientGroup other, Settings others) {
        this.group = group;
        this.settings = settings;
        this.other = other;
        this.others = others;
    }

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
                    new GroupConflicts(group, of(settings, group), other, of(settings, other)).check();
                }
            }
        }
    }

    private static Settings of(Map<String, Settings> settings, ClientGroup group) {
        return Objects.requireNonNull(settings.get(group.name()));
    }

    private void check() {
        var payload = group.publishers().payload();
        var otherPayload = other.publishers().payload();
        if (!payload.isReadLike(otherPayload)) {
            checkTopics();
        }
        boolean share = group.rows().tables().stream()
                .anyMatch(table -> other.rows().tables().contains(table));
        if (share
                && payload.isArray() != otherPayload.isArray()
                && !blame(List.of("x.records"), "must be 1 or more as in", MIXED)) {
            blame(List.of("x.payload"), "must be 1 or more as in", MIXED);
        }
    }

    private void checkTopics() {
        if (overlap(group.publishers().topics(), other.publishers().topics())) {
            if (!blame(TOPICS, "has topics of", UNREADABLE)) { // otherwise they are the same by default
                blame(PAYLOADS, "needs an x.topic beside it: it has topics of", UNREADABLE);
            }
        } else if (overlap(group.publishers().will(), other.publishers())) {
            settings.refuseInherited("x.will", "has topics of group " + other.name() + UNREADABLE);
        } else if (overlap(other.publishers().will(), group.publishers())) {
            others.refuseInherited("x.will", "has topics of group " + group.name() + UNREADABLE);
        }
    }

    private boolean blame(List<String> keys, String rule, String reason) {
        return settings.refuseFirst(keys, rule + " group " + other.name() + reason)
                || others.refuseFirst(keys, rule + " group " + group.name() + reason);
    }

    private static boolean overlap(Optional<String> will, PublisherPlan others) {
        return will.filter(topic -> overlap(new TopicPattern(topic, 1), others.topics()))
                .isPresent();
    }

    private static boolean overlap(TopicPattern one, TopicPattern other) {
        return one.expression().matcher(other.topic(0, 0)).matches()
                || other.expression().matcher(one.topic(0, 0)).matches();
    }

    /** Refuses subscriptions that no message matches, where the scenario tells the topics. */
    static void checkFilters(Settings settings, LoadPlan load) {
        var format = load.groups().get(0).publishers().payload().format();
        if (load.publishers() == 0 || format == Format.RECORDING || format == Format.EDGE_NODE) {
            return;
        }
        for (var group : load.groups()) {
            var its = settings.groups().getOrDefault(group.name(), settings);
            var subscribers = group.subscribers();
            if (subscribers.shared() && !subscribers.subscriptions().contains(subscribers)) {
                its.refuseFirst(FILTERS, "does not go with shared_subscription if it has {client}");
            }
            subscribers.subscriptions().stream()
                    .filter(each -> each.count() > 0 && !isPublished(each, load))
                    .findFirst()
                    .ifPresent(each -> its.refuseFirst(
                            FILTERS,
                            "leads to a subscriber without messages: its filter is " + each.filter()
                                    + ", topics are like " + topics(load)));
        }
    }

    private static Stream<PublisherPlan> publishers(LoadPlan load) {
        return load.groups().stream().map(ClientGroup::publishers).filter(publishers -> publishers.count() > 0);
    }

    private static String topics(LoadPlan load) {
        return publishers(load)
                .map(publishers -> publishers.topics().topic(publishers.first(), 0))
                .distinct()
                .collect(Collectors.joining(", "));
    }

    private static boolean isPublished(SubscriberPlan subscription, LoadPlan load) {
        var filter = TopicPattern.expression(subscription.filter());
        return publishers(load)
                .anyMatch(publishers -> matches(filter, publishers, publishers.topics(), subscription.first())
                        || publishers.will().stream()
                                .anyMatch(will -> matches(filter, publishers, new TopicPattern(will, 1), 0)));
    }

    /** @param likely publisher whose topics are tried first */
    private static boolean matches(Pattern filter, PublisherPlan publishers, TopicPattern topics, int likely) {
        long all = (long) publishers.count() * topics.topics();
        return all > MOST_TOPICS
                || LongStream.range(0, all)
                        .mapToObj(i -> topics.topic(
                                publishers.first() + (int) ((likely + i / topics.topics()) % publishers.count()),
                                (int) (i % topics.topics())))
                        .anyMatch(topic -> filter.matcher(topic).matches());
    }
}
