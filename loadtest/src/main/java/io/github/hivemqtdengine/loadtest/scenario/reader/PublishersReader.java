// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import io.github.hivemqtdengine.loadtest.scenario.TrafficPlan;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Choice;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Numbers;
import java.time.Duration;
import java.util.Optional;
import java.util.Random;

/** Reads the messages that publishers send. */
final class PublishersReader {

    private static final int MOST_CLIENTS = 1_000_000;
    private static final int MOST_MESSAGES = 100_000_000;
    private static final int MOST_RECORDS = 100_000;
    private static final int LARGEST_PAYLOAD = 268_435_455;
    private static final int SMALLEST_PAYLOAD = 8;
    private static final int LARGEST_WINDOW = 65_535;
    private static final String PAD = "{pad}";
    private static final int WINDOW_OF_MQTTLOADER = 1;
    private static final int WINDOW_BY_THE_CLOCK = 1_000;

    private final Settings settings;
    private final Duration execTime;

    PublishersReader(Settings settings, Duration execTime) {
        this.settings = settings;
        this.execTime = execTime;
    }

    /** @param first number of the first publisher */
    PublisherPlan read(int first) {
        var format = settings.read(ScenarioKey.FORMAT, Choice.of(PayloadPlan.Format.class));
        var traffic = new TrafficSettings(settings);
        var recorded = traffic.recorded(format);
        var pace = recorded.map(each -> traffic.pace(each, execTime)).orElseGet(this::pace);
        var payload = payload(format, traffic.read(format, recorded));
        var plan = new PublisherPlan(
                first,
                settings.whole(ScenarioKey.NUM_PUBLISHERS, 0, MOST_CLIENTS),
                recorded.map(each -> Math.min(1, each.qos()))
                        .orElseGet(() -> settings.whole(ScenarioKey.QOS_PUBLISHER, 0, 2)),
                settings.flag(ScenarioKey.RETAIN),
                recorded.map(TrafficSettings::topics).orElseGet(this::topics),
                payload,
                settings.whole(ScenarioKey.NUM_MESSAGES, 0, MOST_MESSAGES),
                pace,
                settings.find(ScenarioKey.WINDOW, Numbers.whole(1, LARGEST_WINDOW))
                        .orElse(isByTheClock(pace) ? WINDOW_BY_THE_CLOCK : WINDOW_OF_MQTTLOADER),
                new PropertiesReader(settings).read(),
                will(payload));
        return plan.withPace(pace);
    }

    private static boolean isByTheClock(Pace pace) {
        return pace instanceof Pace.OpenLoop || pace instanceof Pace.PartOfCapacity;
    }

    /** Reads the pace. A group's own key takes precedence over an inherited one. */
    private Pace pace() {
        var interval = Duration.ofNanos(1_000L * settings.whole(ScenarioKey.INTERVAL, 0, Integer.MAX_VALUE));
        var rate = settings.find(ScenarioKey.RATE, new PaceSyntax(execTime));
        var think = settings.find(ScenarioKey.THINK, PaceSyntax::think);
        if (rate.isPresent() && think.isPresent()) {
            if (settings.hasOwn(ScenarioKey.RATE) == settings.hasOwn(ScenarioKey.THINK)) {
                settings.refuseInherited(ScenarioKey.THINK, "does not go with x.rate: leave one of them out");
            }
            return settings.hasOwn(ScenarioKey.RATE) ? rate.get() : think.get();
        }
        return rate.or(() -> think).orElse(new Pace.ClosedLoop(interval));
    }

    private Optional<String> will(PayloadPlan payload) {
        var will = settings.find(ScenarioKey.WILL, TopicSyntax::ofClient);
        if (!payload.hasRoomForNumbers()) {
            settings.refuseInherited(
                    ScenarioKey.WILL,
                    "needs a payload of at least " + PayloadPlan.SMALLEST_NUMBERED + " bytes, so that it has a number");
        }
        return will;
    }

    private TopicPattern topics() {
        var ours = settings.find(ScenarioKey.TOPIC_PATTERN, TopicSyntax::ofMessage);
        var mqttloaders = settings.read(ScenarioKey.TOPIC, TopicSyntax::ofMessage);
        int topics = settings.whole(ScenarioKey.TOPICS, 1, MOST_MESSAGES);
        var pattern = new TopicPattern(ours.orElse(mqttloaders), topics);
        if (topics > 1 && !pattern.pattern().contains("{seq}")) {
            settings.refuse(ScenarioKey.TOPICS, "needs an x.topic with {seq}");
        }
        return pattern;
    }

    private PayloadPlan payload(PayloadPlan.Format format, Optional<TrafficPlan> traffic) {
        int bytes = settings.whole(ScenarioKey.PAYLOAD, SMALLEST_PAYLOAD, LARGEST_PAYLOAD);
        int records = settings.whole(ScenarioKey.RECORDS, 1, MOST_RECORDS);
        boolean hasRecords = format != PayloadPlan.Format.MQTTLOADER && format != PayloadPlan.Format.BLOCK;
        if (records > 1 && format == PayloadPlan.Format.MQTTLOADER) {
            settings.refuse(ScenarioKey.RECORDS, "needs another x.payload than mqttloader, which has no records");
        }
        if (format == PayloadPlan.Format.BLOCK) {
            settings.refuse(ScenarioKey.RECORDS, "does not go with blocks, which have as many as fit into payload");
        }
        boolean isTemplate = format == PayloadPlan.Format.TEMPLATE;
        if (isTemplate && !settings.has(ScenarioKey.TEMPLATE)) {
            settings.refuse(ScenarioKey.FORMAT, "needs an x.template beside it");
        }
        if (!isTemplate) {
            settings.refuse(ScenarioKey.TEMPLATE, "needs x.payload = template beside it");
        }
        return new PayloadPlan(
                format,
                bytes,
                isTemplate ? padded(settings.text(ScenarioKey.TEMPLATE), bytes) : "",
                hasRecords ? records : 1,
                settings.read(ScenarioKey.COMPRESSION, Choice.of(PayloadPlan.Compression.class)),
                new EdgeNodesReader(settings).read(format, records),
                traffic);
    }

    /** Replaces {@code {pad}} by constant letters, so that the template has the length of a message. */
    private static String padded(String template, int bytes) {
        int length = Math.max(0, bytes - template.length() + PAD.length());
        var letters = new Random(1)
                .ints(length, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append);
        return template.replace(PAD, letters);
    }
}
