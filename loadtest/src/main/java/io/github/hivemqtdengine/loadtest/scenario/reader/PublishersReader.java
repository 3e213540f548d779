// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.scenario.EdgeNodePlan;
import io.github.hivemqtdengine.loadtest.scenario.MessageProperties;
import io.github.hivemqtdengine.loadtest.scenario.MessageProperties.UserProperty;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.Format;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan.TrafficPlan;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** Reads the messages that publishers send. */
final class PublishersReader {

    private static final String PAD = "{pad}";
    private static final int WINDOW_OF_MQTTLOADER = 1;
    private static final int WINDOW_BY_THE_CLOCK = 1_000;

    private final Settings settings;
    private final Duration execTime;
    private final Format format;
    private final Optional<Recording> recording;

    PublishersReader(Settings settings, Duration execTime) {
        this.settings = settings;
        this.execTime = execTime;
        this.format = settings.get("x.payload");
        this.recording = format == Format.RECORDING ? settings.find("x.recording", Recording::of) : Optional.empty();
    }

    /** @param first number of the first publisher */
    PublisherPlan read(int first) {
        var pace = recording.map(this::pace).orElseGet(this::pace);
        var payload = payload();
        var plan = new PublisherPlan(
                first,
                settings.get("num_publishers"),
                recording.map(Recording::qos).orElseGet(() -> settings.get("qos_publisher")),
                settings.get("retain"),
                recording.map(Recording::topics).orElseGet(this::topics),
                payload,
                settings.get("num_messages"),
                pace,
                settings.<Integer>find("x.window")
                        .orElse(isByTheClock(pace) ? WINDOW_BY_THE_CLOCK : WINDOW_OF_MQTTLOADER),
                properties(),
                settings.find("x.will"));
        checkNumbers(payload);
        var paced = plan.withPace(pace);
        payload.edgeNodes().ifPresent(nodes -> check(nodes, paced.messages()));
        if (paced.messages() > SentLog.FIRST_WILL) {
            settings.refuse(
                    "x.rate",
                    "leads to more than " + SentLog.FIRST_WILL
                            + " messages of a publisher: more num_publishers share them");
        }
        return paced;
    }

    private static boolean isByTheClock(Pace pace) {
        return pace instanceof Pace.OpenLoop || pace instanceof Pace.PartOfCapacity;
    }

    /** Reads the pace. A group's own key takes precedence over an inherited one. */
    private Pace pace() {
        var rate = settings.find("x.rate", new Pace.RateSyntax(execTime));
        var think = settings.<Pace>find("x.think");
        if (rate.isPresent() && think.isPresent()) {
            if (settings.hasOwn("x.rate") == settings.hasOwn("x.think")) {
                settings.refuseInherited("x.think", "does not go with x.rate: leave one of them out");
            }
            return settings.hasOwn("x.rate") ? rate.get() : think.get();
        }
        return rate.or(() -> think).orElseGet(() -> new Pace.ClosedLoop(settings.get("interval")));
    }

    private Pace pace(Recording recorded) {
        var pace = recorded.pace(settings.get("x.replay_factor"));
        var length = pace.length(0);
        if (length.compareTo(execTime) > 0) {
            settings.refuse(
                    "x.recording", "takes " + (length.toSeconds() + 1) + " s, so exec_time must be more than that");
        }
        return pace;
    }

    private TopicPattern topics() {
        var pattern = new TopicPattern(
                settings.<String>find("x.topic").orElseGet(() -> settings.get("topic")), settings.get("x.topics"));
        if (pattern.topics() > 1 && !pattern.pattern().contains("{seq}")) {
            settings.refuse("x.topics", "needs an x.topic with {seq}");
        }
        return pattern;
    }

    private MessageProperties properties() {
        return new MessageProperties(
                settings.<List<UserProperty>>find("x.user_properties").orElse(List.of()),
                settings.find("x.message_expiry"),
                settings.find("x.content_type"),
                settings.find("x.response_topic"),
                settings.find("x.topic_alias"));
    }

    private PayloadPlan payload() {
        int bytes = settings.get("payload");
        boolean hasRecords = format != Format.MQTTLOADER && format != Format.BLOCK;
        return new PayloadPlan(
                format,
                bytes,
                format == Format.TEMPLATE ? padded(settings.text("x.template"), bytes) : "",
                hasRecords ? settings.get("x.records") : 1,
                settings.get("x.compression"),
                format == Format.EDGE_NODE ? Optional.of(edgeNodes()) : Optional.empty(),
                format == Format.FILE
                        ? settings.<Path>find("x.files").map(files -> new TrafficPlan(files, 1, ""))
                        : recording.map(its -> its.plan(settings.get("x.replay_factor"))));
    }

    /** Replaces {@code {pad}} by constant letters, so that the template has the length of a message. */
    private static String padded(String template, int bytes) {
        int length = Math.max(0, bytes - template.length() + PAD.length());
        var letters = new Random(1)
                .ints(length, 'a', 'z' + 1)
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append);
        return template.replace(PAD, letters);
    }

    private EdgeNodePlan edgeNodes() {
        int metrics = settings.get("x.metrics");
        int changed = settings.get("x.records");
        if (changed > metrics) {
            settings.refuse("x.records", "is more than x.metrics");
        }
        return new EdgeNodePlan(metrics, Math.min(changed, metrics), settings.get("x.rebirth_after"));
    }

    private void check(EdgeNodePlan nodes, int messages) {
        if (nodes.session(messages) >= EdgeNodePlan.MOST_SESSIONS) {
            settings.refuse(
                    "x.rebirth_after",
                    "makes more than " + EdgeNodePlan.MOST_SESSIONS + " sessions, after which bdSeq starts again");
        }
    }

    private void checkNumbers(PayloadPlan payload) {
        if (!payload.hasRoomForNumbers()) {
            settings.refuseInherited(
                    "x.will",
                    "needs a payload of at least " + PayloadPlan.SMALLEST_NUMBERED + " bytes, so that it has a number");
        }
    }
}
