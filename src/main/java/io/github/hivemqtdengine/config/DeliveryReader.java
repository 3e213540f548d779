// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.CaptureSettings.OnTimeLimit;
import io.github.hivemqtdengine.config.ExtensionSettings.DeadLetterTopic;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.pipeline.DeliverySettings;
import io.github.hivemqtdengine.pipeline.delivery.BatchSettings;
import io.github.hivemqtdengine.pipeline.delivery.RetrySettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Overflow;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.QueueSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings.LaneKey;
import io.github.hivemqtdengine.spool.archive.ArchiveSettings;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterSettings;
import io.github.hivemqtdengine.spool.log.SpoolSettings;
import java.util.Optional;

/** Reads {@code <delivery>}. */
final class DeliveryReader {

    private static final String NOT_WITH_GROUPS =
            "can't be combined with group-property: a group stays in its lane until"
                    + " its last message is stored, and the groups of messages that are dropped unread are unknown";

    private DeliveryReader() {}

    static DeliverySettings read(Section delivery) {
        var lanes = lanes(delivery);
        var intake = intake(delivery);
        if (intake.overflow() == Overflow.DROP_OLDEST && lanes.groupProperty() != null) {
            delivery.value(Delivery.OVERFLOW).reject(NOT_WITH_GROUPS);
        }
        return new DeliverySettings(
                lanes,
                batch(delivery.child(Delivery.BATCH)),
                intake,
                retry(delivery.child(Delivery.RETRY)),
                delivery.get(Delivery.DRAIN_TIMEOUT));
    }

    static DeadLetterSettings deadLetters(Section delivery) {
        var letters = delivery.child(Delivery.DEAD_LETTERS);
        var file = letters.value(Delivery.LETTER_FILE_BYTES);
        long maxBytes = letters.get(Delivery.LETTER_MAX_BYTES);
        long fileBytes = file.read().orElse(DeadLetterSettings.of(maxBytes).fileBytes());
        if (fileBytes > maxBytes) {
            file.reject("is more than max-bytes");
        }
        return new DeadLetterSettings(fileBytes, maxBytes);
    }

    static Optional<DeadLetterTopic> deadLetterTopic(Section delivery) {
        var letters = delivery.child(Delivery.DEAD_LETTERS);
        if (!letters.value(Delivery.LETTER_TOPIC).isPresent()) {
            return Optional.empty();
        }
        int maxRate = letters.get(Delivery.LETTER_MAX_RATE);
        return letters.read(Delivery.LETTER_TOPIC).map(topic -> new DeadLetterTopic(topic, maxRate));
    }

    static Optional<String> statusTopic(Section delivery) {
        return delivery.children(Delivery.STATUS).isEmpty()
                ? Optional.empty()
                : delivery.child(Delivery.STATUS).require(Delivery.STATUS_TOPIC);
    }

    /** Returns the samples per minute in which unmapped topics and fields are searched; 0 for no search. */
    static int unmappedSamples(Section delivery) {
        return delivery.children(Delivery.UNMAPPED).isEmpty()
                ? 0
                : delivery.child(Delivery.UNMAPPED).get(Delivery.UNMAPPED_SAMPLES);
    }

    private static LaneSettings lanes(Section delivery) {
        var key = delivery.value(Delivery.LANE_KEY);
        boolean hasKey = !key.isPresent()
                || key.read().filter(known -> known != LaneKey.NONE).isPresent();
        return new LaneSettings(
                delivery.get(Delivery.LANES),
                key.get(),
                hasKey ? LaneSettings.DEFAULT.groupSize() : delivery.get(Delivery.GROUP_SIZE),
                hasKey ? null : delivery.read(Delivery.GROUP_PROPERTY).orElse(null));
    }

    private static BatchSettings batch(Section batch) {
        return new BatchSettings(
                batch.get(Delivery.BATCH_ROWS),
                Math.toIntExact(batch.get(Delivery.BATCH_BYTES)),
                batch.get(Delivery.BATCH_LINGER));
    }

    private static RetrySettings retry(Section retry) {
        var first = retry.value(Delivery.RETRY_FIRST_DELAY);
        var max = retry.value(Delivery.RETRY_MAX_DELAY);
        var settings = new RetrySettings(first.get(), max.get(), retry.get(Delivery.RETRY_PROBE_DELAY));
        if (settings.firstDelay().compareTo(settings.maxDelay()) > 0) {
            (max.isPresent() ? max : first).reject("makes first-delay longer than max-delay");
        }
        return settings;
    }

    static IntakeSettings intake(Section delivery) {
        var durability = delivery.get(Delivery.DURABILITY);
        return new IntakeSettings(
                durability,
                delivery.get(Delivery.ACKNOWLEDGE),
                durability == Durability.MEMORY ? IntakeSettings.DEFAULT.overflow() : delivery.get(Delivery.OVERFLOW),
                queue(delivery.child(Delivery.QUEUE), QueueSettings.of(durability)));
    }

    private static QueueSettings queue(Section queue, QueueSettings defaults) {
        return new QueueSettings(
                queue.read(Delivery.QUEUE_MESSAGES).orElse(defaults.messages()),
                queue.read(Delivery.QUEUE_BYTES).orElse(defaults.bytes()));
    }

    static SpoolSettings spool(Section delivery, IntakeSettings intake) {
        if (intake.durability() == Durability.MEMORY) {
            return SpoolSettings.DEFAULT;
        }
        var spool = delivery.child(Delivery.SPOOL);
        return new SpoolSettings(
                spool.get(Delivery.SPOOL_BYTES),
                spool.get(Delivery.SPOOL_MIN_FREE),
                SpoolSettings.DEFAULT.segmentBytes());
    }

    static Optional<ArchiveSettings> archive(Section delivery, IntakeSettings intake) {
        if (intake.durability() == Durability.MEMORY
                || delivery.children(Delivery.ARCHIVE).isEmpty()) {
            return Optional.empty();
        }
        var archive = delivery.child(Delivery.ARCHIVE);
        return Optional.of(new ArchiveSettings(archive.get(Delivery.ARCHIVE_BYTES), archive.get(Delivery.ARCHIVE_AGE)));
    }

    private static boolean isPromisedOtherwise(IntakeSettings intake) {
        return intake.durability() == Durability.FSYNC || intake.overflow() == Overflow.WITHHOLD_ACK;
    }

    static CaptureSettings capture(Section delivery, IntakeSettings intake) {
        boolean isHeld = intake.ackStage().isPresent();
        return new CaptureSettings(
                delivery.get(Delivery.CAPTURE),
                delivery.get(Delivery.MAX_MESSAGE_BYTES),
                delivery.get(Delivery.REATTACH_CLIENTS),
                isHeld
                        ? delivery.child(Delivery.ACK_HOLD).get(Delivery.ACK_TIME_LIMIT)
                        : CaptureSettings.DEFAULT.ackTimeLimit(),
                isHeld ? onTimeLimit(delivery.child(Delivery.ACK_HOLD), intake) : CaptureSettings.DEFAULT.onTimeLimit(),
                delivery.read(Delivery.BROKER_NODE).orElse(null));
    }

    private static OnTimeLimit onTimeLimit(Section hold, IntakeSettings intake) {
        var onTimeLimit = hold.value(Delivery.ON_TIME_LIMIT);
        var then = onTimeLimit.get();
        if (then == OnTimeLimit.SEND && isPromisedOtherwise(intake)) {
            onTimeLimit.reject("breaks the promise of durability fsync and overflow withhold-ack; leave it out");
        }
        return then;
    }
}
