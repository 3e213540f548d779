package io.github.hivemqtdengine.pipeline;

import java.util.Optional;

/**
 * How messages are taken in.
 *
 * @param durability what waiting messages survive
 * @param acknowledge when publishers get their acknowledgement
 * @param overflow what happens where there is no room
 * @param queue what may wait in the memory of one lane
 */
public record IntakeSettings(Durability durability, Acknowledge acknowledge, Overflow overflow, QueueSettings queue) {

    public static final IntakeSettings DEFAULT = of(Durability.SPOOL);

    /** The defaults for messages that survive this much. */
    public static IntakeSettings of(Durability durability) {
        return new IntakeSettings(
                durability, Acknowledge.ON_RECEIVE, Overflow.DROP_NEWEST, QueueSettings.of(durability));
    }

    /** The same with other bounds. */
    public IntakeSettings withQueue(QueueSettings other) {
        return new IntakeSettings(durability, acknowledge, overflow, other);
    }

    /** Whether what is acknowledged has to survive a power cut. */
    public boolean survivesPowerCuts() {
        return durability == Durability.FSYNC || acknowledge == Acknowledge.ON_COMMIT;
    }

    /** What acknowledgements wait for; nothing if they wait for nothing but the broker. */
    public Optional<Receipt.Stage> stageOfReceipts() {
        if (acknowledge == Acknowledge.ON_COMMIT) {
            return Optional.of(Receipt.Stage.SETTLED);
        }
        if (durability == Durability.FSYNC) {
            return Optional.of(Receipt.Stage.ON_DISK);
        }
        return overflow == Overflow.WITHHOLD_ACK ? Optional.of(Receipt.Stage.TAKEN_IN) : Optional.empty();
    }
}
