package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.pipeline.delivery.BatchSettings;
import io.github.hivemqtdengine.pipeline.delivery.RetrySettings;
import io.github.hivemqtdengine.pipeline.queue.LaneKey;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import io.github.hivemqtdengine.pipeline.queue.Overflow;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterSettings;
import java.util.Optional;

/** Reads {@code <delivery>}. */
final class DeliveryReader {

    private static final String ONLY_WITHOUT_KEY = "has a meaning with the lane-key none only";

    private static final String NOT_WITH_GROUPS =
            "can't be combined with group-property: a group stays in its lane until"
                    + " its last message is stored, and nobody knows the groups of what is dropped unread";

    private DeliveryReader() {}

    static DeliverySettings read(Section delivery) {
        var defaults = DeliverySettings.DEFAULT;
        var lanes = lanes(delivery, defaults.lanes());
        var intake = IntakeReader.read(delivery);
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
}
