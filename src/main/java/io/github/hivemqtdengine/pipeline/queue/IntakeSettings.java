// SPDX-License-Identifier: Apache-2.0
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
    public Optional<PendingAck.Stage> ackStage() {
        if (acknowledge == Acknowledge.ON_COMMIT) {
            return Optional.of(PendingAck.Stage.COMPLETED);
        }
        if (durability == Durability.FSYNC) {
            return Optional.of(PendingAck.Stage.ON_DISK);
        }
        return overflow == Overflow.WITHHOLD_ACK ? Optional.of(PendingAck.Stage.QUEUED) : Optional.empty();
    }

    /** Failures that waiting messages survive. */
    public enum Durability {
        /** Messages wait in memory. After the drain timeout they become dead letters; a crash loses them. */
        MEMORY,
        /** Messages wait in a log on disk: they survive a crash of the broker's process, but not a power cut. */
        SPOOL,
        /** As {@link #SPOOL}; messages of QoS 1 and 2 are acknowledged once they would survive a power cut, too. */
        FSYNC
    }

    /** Point at which the publisher of a message gets its acknowledgement; subscribers never wait for it. */
    public enum Acknowledge {
        /** After the message is as safe as {@link Durability} says. */
        ON_RECEIVE,
        /** After the database has confirmed the rows, or the message is a dead letter. */
        ON_COMMIT
    }

    /** Action on messages for which there is no room. */
    public enum Overflow {
        /** Drops and acknowledges the new message. */
        DROP_NEWEST,
        /**
         * Drops the lane's oldest messages that are only on disk; some were acknowledged long before. If there are
         * none, drops the new message.
         */
        DROP_OLDEST,
        /** Keeps new messages of QoS 1 and 2 in memory, unacknowledged, until there is room; drops QoS 0. */
        WITHHOLD_ACK
    }

    /**
     * Bounds of one lane's memory. When it is full, a new message is dropped and counted, unless it waits on disk, from
     * where it is read later.
     *
     * @param messages maximum waiting messages, at least 1
     * @param bytes maximum heap bytes of these messages, at least 1,024
     */
    public record QueueSettings(int messages, long bytes) {

        private static final long MIB = 1_024 * 1_024;

        /** Returns the default bounds: with a spool, little memory suffices. */
        public static QueueSettings of(Durability durability) {
            return durability == Durability.MEMORY
                    ? new QueueSettings(1_000_000, 256 * MIB)
                    : new QueueSettings(100_000, 32 * MIB);
        }
    }
}
