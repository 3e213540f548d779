package io.github.hivemqtdengine.loadtest.scenario.reader;

import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.PayloadPlan;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import io.github.hivemqtdengine.loadtest.scenario.TopicPattern;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Choice;
import io.github.hivemqtdengine.loadtest.scenario.syntax.MalformedValueException;
import io.github.hivemqtdengine.loadtest.scenario.syntax.Numbers;
import java.time.Duration;
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

    PublisherPlan read() {
        var pace = pace();
        var plan = new PublisherPlan(
                settings.whole(ScenarioKey.NUM_PUBLISHERS, 0, MOST_CLIENTS),
                settings.whole(ScenarioKey.QOS_PUBLISHER, 0, 2),
                settings.flag(ScenarioKey.RETAIN),
                topics(),
                payload(),
                settings.whole(ScenarioKey.NUM_MESSAGES, 0, MOST_MESSAGES),
                pace,
                settings.find(ScenarioKey.WINDOW, Numbers.whole(1, LARGEST_WINDOW))
                        .orElse(pace instanceof Pace.ClosedLoop ? WINDOW_OF_MQTTLOADER : WINDOW_BY_THE_CLOCK));
        return plan.withPace(pace);
    }

    private Pace pace() {
        var interval = Duration.ofNanos(1_000L * settings.whole(ScenarioKey.INTERVAL, 0, Integer.MAX_VALUE));
        return settings.find(ScenarioKey.RATE, new PaceSyntax(execTime)).orElse(new Pace.ClosedLoop(interval));
    }

    private TopicPattern topics() {
        var ours = settings.find(ScenarioKey.TOPIC_PATTERN, PublishersReader::topic);
        var mqttloaders = settings.read(ScenarioKey.TOPIC, PublishersReader::topic);
        int topics = settings.whole(ScenarioKey.TOPICS, 1, MOST_MESSAGES);
        var pattern = new TopicPattern(ours.orElse(mqttloaders), topics);
        if (topics > 1 && !pattern.pattern().contains("{seq}")) {
            settings.refuse(ScenarioKey.TOPICS, "needs an x.topic with {seq}");
        }
        return pattern;
    }

    private static String topic(String text) {
        if (text.contains("#") || text.contains("+")) {
            throw new MalformedValueException("must be a topic without wildcards");
        }
        var rest = text.replace("{client}", "").replace("{seq}", "");
        if (rest.contains("{") || rest.contains("}")) {
            throw new MalformedValueException("must have no other braces than {client} and {seq}");
        }
        return text;
    }

    private PayloadPlan payload() {
        var format = settings.read(ScenarioKey.FORMAT, Choice.of(PayloadPlan.Format.class));
        int bytes = settings.whole(ScenarioKey.PAYLOAD, SMALLEST_PAYLOAD, LARGEST_PAYLOAD);
        int records = settings.whole(ScenarioKey.RECORDS, 1, MOST_RECORDS);
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
                padded(settings.text(ScenarioKey.TEMPLATE), bytes),
                records,
                settings.read(ScenarioKey.COMPRESSION, Choice.of(PayloadPlan.Compression.class)),
                new EdgeNodesReader(settings).read(format, records));
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
