package io.github.hivemqtdengine.config;

import io.github.hivemqtdengine.config.CaptureSettings.Capture;
import io.github.hivemqtdengine.config.CaptureSettings.OnTimeLimit;
import io.github.hivemqtdengine.config.CaptureSettings.Reattach;
import io.github.hivemqtdengine.config.xml.Choice;
import io.github.hivemqtdengine.config.xml.Quantities;
import io.github.hivemqtdengine.config.xml.Section;
import io.github.hivemqtdengine.pipeline.queue.Durability;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.Overflow;

/** Reads the settings of {@code <delivery>} for publishes and their acknowledgements. */
final class CaptureReader {

    private static final String ONLY_IF_HELD = "has a meaning only where acknowledgements wait: with durability fsync,"
            + " acknowledge on-commit or overflow withhold-ack";

    private CaptureReader() {}

    private static boolean isPromisedOtherwise(IntakeSettings intake) {
        return intake.durability() == Durability.FSYNC || intake.overflow() == Overflow.WITHHOLD_ACK;
    }

    static CaptureSettings read(Section delivery, IntakeSettings intake) {
        var defaults = CaptureSettings.DEFAULT;
        var timeLimit = delivery.child("ack-hold").attribute("time-limit");
        var onTimeLimit = delivery.child("ack-hold").attribute("on-time-limit");
        if (intake.stageOfReceipts().isEmpty()) {
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
                then);
    }
}
