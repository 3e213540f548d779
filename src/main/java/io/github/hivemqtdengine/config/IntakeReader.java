package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.pipeline.queue.Acknowledge;
import io.github.hivemqtdengine.pipeline.queue.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.Overflow;
import io.github.hivemqtdengine.pipeline.queue.QueueSettings;
import io.github.hivemqtdengine.spool.log.SpoolSettings;

/** Reads the settings of {@code <delivery>} for waiting messages. */
final class IntakeReader {

    private static final String ONLY_WITH_SPOOL = "has a meaning with the durability spool or fsync only";

    private IntakeReader() {}

    static IntakeSettings read(Section delivery) {
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
}
