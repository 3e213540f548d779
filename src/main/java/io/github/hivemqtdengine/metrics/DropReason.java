package io.github.hivemqtdengine.metrics;

import java.util.Locale;

/** Why a message is neither stored nor kept as a dead letter. */
public enum DropReason {
    /** The lane's queue or the spool had no room, or the disk of the spool was short or failed. */
    OVERFLOW,
    /** The mapping says to drop such messages. */
    MAPPING,
    /** It becomes no row: a condition lets none through, all of them are skipped, or its array is empty. */
    NO_ROWS,
    /** It belongs to the dead letters, but these could not keep it. */
    DEAD_LETTERS_FULL,
    /** It came after the extension had been told to stop. */
    STOPPED,
    /** It has QoS 0, and only what the broker acknowledges is stored. */
    NEVER_ACKNOWLEDGED,
    /** It has QoS 0, and its client sends faster than its messages are taken in. */
    TOO_FAST,
    /** It came while the extension could not start, and was not acknowledged. */
    NOT_STARTED,
    /** It was damaged on the disk while it waited there. */
    DAMAGED;

    /** The reason as a part of a metric's name: {@code dead-letters-full}. */
    public String label() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
