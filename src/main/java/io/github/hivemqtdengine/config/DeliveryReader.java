package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.config.CaptureSettings.OnTimeLimit;
import io.github.hivemqtdengine.config.CaptureSettings.Reattach;
import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.pipeline.delivery.BatchSettings;
import io.github.hivemqtdengine.pipeline.delivery.RetrySettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Acknowledge;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Overflow;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings.LaneKey;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterSettings;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import java.util.Optional;

/** Reads {@code <delivery>}. */
final class DeliveryReader {

    private static final String ONLY_WITHOUT_KEY = "needs the lane-key none";

    private static final String NOT_WITH_GROUPS =
            "can't be combined with group-property: a group stays in its lane until"
                    + " its last message is stored, and the groups of messages that are dropped unread are unknown";

    private static final String ONLY_WITH_SPOOL = "needs the durability spool or fsync";

    private static final String ONLY_IF_HELD = "has a meaning only where acknowledgements wait: with durability fsync,"
            + " acknowledge on-commit or overflow withhold-ack";

    private static final int LONGEST_NODE_NAME = 255;

    private DeliveryReader() {}

    static DeliverySettings read(Section delivery) {
        var defaults = DeliverySettings.DEFAULT;
        var lanes = lanes(delivery, defaults.lanes());
        var intake = intake(delivery);
        if (intake.overflow() == Overflow.DROP_OLDEST && lanes.groupProperty() != null) {
            delivery.text("overflow").reject(NOT_WITH_GROUPS);
        }
        return new DeliverySettings(
                lanes,
                batch(delivery.child("batch"), defaults.batch()),
                intake,
                retry(delivery.child("retry"), defaults.retry()),
                delivery.text("drain-timeout").or(Quantities.duration("0 ms", "10 min"), defaults.drainTimeout()));
    }

    static DeadLetterSettings deadLetters(Section delivery) {
        var bytes = Quantities.size("1 KiB", "1024 GiB");
        var file = delivery.child("dead-letters").attribute("file-bytes");
        long maxBytes =
                delivery.child("dead-letters").attribute("max-bytes").or(bytes, DeadLetterSettings.DEFAULT.maxBytes());
        long fileBytes = file.or(bytes, DeadLetterSettings.of(maxBytes).fileBytes());
        if (fileBytes > maxBytes) {
            file.reject("is more than max-bytes");
        }
        return new DeadLetterSettings(fileBytes, maxBytes);
    }

    static Optional<DeadLetterTopic> deadLetterTopic(Section delivery) {
        var topic = delivery.child("dead-letters").attribute("topic");
        var maxRate = delivery.child("dead-letters").attribute("max-rate");
        if (!topic.isPresent()) {
            maxRate.reject("needs the attribute topic");
        }
        int rate = maxRate.or(Quantities.wholeNumber(1, 1_000), DeadLetterTopic.DEFAULT_RATE);
        return topic.read(DeadLetterTopic::topic).map(name -> new DeadLetterTopic(name, rate));
    }

    private static LaneSettings lanes(Section delivery, LaneSettings defaults) {
        var keyValue = delivery.text("lane-key");
        var key = keyValue.isPresent() ? keyValue.read(Choice.of(LaneKey.class)) : Optional.of(defaults.key());
        var groupSize = delivery.text("group-size");
        var groupProperty = delivery.text("group-property");
        if (key.isPresent() && key.get() != LaneKey.NONE) {
            groupSize.reject(ONLY_WITHOUT_KEY);
            groupProperty.reject(ONLY_WITHOUT_KEY);
        }
        return new LaneSettings(
                delivery.text("lanes").or(Quantities.wholeNumber(1, 64), defaults.count()),
                key.orElse(defaults.key()),
                groupSize.or(Quantities.wholeNumber(1, 100_000), defaults.groupSize()),
                groupProperty.read(DeliveryReader::propertyName).orElse(null));
    }

    private static String propertyName(String text) {
        if (text.isEmpty()) {
            throw new IllegalArgumentException("names no user property");
        }
        return text;
    }

    private static BatchSettings batch(Section batch, BatchSettings defaults) {
        return new BatchSettings(
                batch.attribute("rows").or(Quantities.wholeNumber(1, 100_000), defaults.rows()),
                Math.toIntExact(
                        batch.attribute("bytes").or(Quantities.size("1 KiB", "1 GiB"), (long) defaults.bytes())),
                batch.attribute("linger").or(Quantities.duration("0 ms", "60 s"), defaults.linger()));
    }

    private static RetrySettings retry(Section retry, RetrySettings defaults) {
        var delay = Quantities.duration("1 ms", "1 h");
        var first = retry.attribute("first-delay");
        var max = retry.attribute("max-delay");
        var settings = new RetrySettings(
                first.or(delay, defaults.firstDelay()),
                max.or(delay, defaults.maxDelay()),
                retry.attribute("probe-delay").or(delay, defaults.probeDelay()));
        if (settings.firstDelay().compareTo(settings.maxDelay()) > 0) {
            (max.isPresent() ? max : first).reject("makes first-delay longer than max-delay");
        }
        return settings;
    }

    static IntakeSettings intake(Section delivery) {
        var durability = delivery.text("durability").or(Choice.of(Durability.class), Durability.SPOOL);
        var defaults = IntakeSettings.of(durability);
        var overflow = delivery.text("overflow");
        if (durability == Durability.MEMORY) {
            overflow.reject(ONLY_WITH_SPOOL);
        }
        return new IntakeSettings(
                durability,
                delivery.text("acknowledge").or(Choice.of(Acknowledge.class), defaults.acknowledge()),
                overflow.or(Choice.of(Overflow.class), defaults.overflow()),
                queue(delivery.child("queue"), defaults.queue()));
    }

    private static QueueSettings queue(Section queue, QueueSettings defaults) {
        return new QueueSettings(
                queue.attribute("messages").or(Quantities.wholeNumber(1, 100_000_000), defaults.messages()),
                queue.attribute("bytes").or(Quantities.size("1 KiB", "1024 GiB"), defaults.bytes()));
    }

    static SpoolSettings spool(Section delivery, IntakeSettings intake) {
        var defaults = SpoolSettings.DEFAULT;
        var max = delivery.child("spool").attribute("max-bytes");
        var minFree = delivery.child("spool").attribute("min-free-bytes");
        if (intake.durability() == Durability.MEMORY) {
            max.reject(ONLY_WITH_SPOOL);
            minFree.reject(ONLY_WITH_SPOOL);
        }
        return new SpoolSettings(
                max.or(Quantities.size("1 MiB", "1024 GiB"), defaults.maxBytes()),
                minFree.or(Quantities.size("0 B", "1024 GiB"), defaults.minFreeBytes()),
                defaults.segmentBytes());
    }

    private static boolean isPromisedOtherwise(IntakeSettings intake) {
        return intake.durability() == Durability.FSYNC || intake.overflow() == Overflow.WITHHOLD_ACK;
    }

    static CaptureSettings capture(Section delivery, IntakeSettings intake) {
        var defaults = CaptureSettings.DEFAULT;
        var timeLimit = delivery.child("ack-hold").attribute("time-limit");
        var onTimeLimit = delivery.child("ack-hold").attribute("on-time-limit");
        if (intake.ackStage().isEmpty()) {
            timeLimit.reject(ONLY_IF_HELD);
            onTimeLimit.reject(ONLY_IF_HELD);
        }
        var then = onTimeLimit.or(Choice.of(OnTimeLimit.class), defaults.onTimeLimit());
        if (then == OnTimeLimit.SEND && isPromisedOtherwise(intake)) {
            onTimeLimit.reject("breaks the promise of durability fsync and overflow withhold-ack; leave it out");
        }
        return new CaptureSettings(
                delivery.text("capture").or(Choice.of(Capture.class), defaults.capture()),
                delivery.text("max-message-bytes").or(Quantities.size("1 KiB", "256 MiB"), defaults.maxMessageBytes()),
                delivery.text("reattach-clients").or(Choice.of(Reattach.class), defaults.reattach()),
                timeLimit.or(Quantities.duration("100 ms", "10 min"), defaults.ackTimeLimit()),
                then,
                delivery.text("broker-node").read(DeliveryReader::nodeName).orElse(null));
    }

    private static String nodeName(String text) {
        if (text.isEmpty() || text.length() > LONGEST_NODE_NAME) {
            throw new IllegalArgumentException("does not have 1 to " + LONGEST_NODE_NAME + " characters");
        }
        return text;
    }
}
