package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.pipeline.account.PendingAck;
import java.util.Optional;

/**
 * Settings of message intake.
 *
 * @param durability failures that waiting messages survive
 * @param acknowledge when publishers get their acknowledgement
 * @param overflow action on a message for which there is no room
 * @param queue bounds of one lane's memory
 */
public record IntakeSettings(Durability durability, Acknowledge acknowledge, Overflow overflow, QueueSettings queue) {

    public static final IntakeSettings DEFAULT = of(Durability.SPOOL);

    /** Returns the defaults for this durability. */
    public static IntakeSettings of(Durability durability) {
        return new IntakeSettings(
                durability, Acknowledge.ON_RECEIVE, Overflow.DROP_NEWEST, QueueSettings.of(durability));
    }

    /** Returns a copy with other bounds. */
    public IntakeSettings withQueue(QueueSettings other) {
        return new IntakeSettings(durability, acknowledge, overflow, other);
    }

    /** Returns whether acknowledged messages have to survive a power cut. */
    public boolean survivesPowerCuts() {
        return durability == Durability.FSYNC || acknowledge == Acknowledge.ON_COMMIT;
    }

    /** Returns the stage that acknowledgements wait for; empty if they wait for the broker only. */
    public Optional<PendingAck.Stage> stageOfReceipts() {
        if (acknowledge == Acknowledge.ON_COMMIT) {
            return Optional.of(PendingAck.Stage.COMPLETED);
        }
        if (durability == Durability.FSYNC) {
            return Optional.of(PendingAck.Stage.ON_DISK);
        }
        return overflow == Overflow.WITHHOLD_ACK ? Optional.of(PendingAck.Stage.TAKEN_IN) : Optional.empty();
    }
}
