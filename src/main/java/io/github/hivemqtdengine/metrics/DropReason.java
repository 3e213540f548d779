package io.github.hivemqtdengine.metrics;

/** Reason why a message is neither stored nor kept as a dead letter. */
public enum DropReason implements RouteCounter {
    /** The lane's queue or the spool had no room, or the disk of the spool was short or failed. */
    OVERFLOW,
    /** The mapping drops such messages. */
    MAPPING,
    /** The message has no row: none passed a condition, all were skipped, or an array is empty. */
    NO_ROWS,
    /** The message should have become a dead letter, but could not be kept. */
    DEAD_LETTERS_FULL,
    /** The message arrived after the stop of the extension had begun. */
    STOPPED,
    /** The message has QoS 0, and only acknowledged messages are stored. */
    NEVER_ACKNOWLEDGED,
    /** The message has QoS 0, and its client sends faster than its messages are accepted. */
    TOO_FAST,
    /** The message was above a rate limit of the route. */
    RATE_LIMITED,
    /** The message arrived while the extension could not start, and was not acknowledged. */
    NOT_STARTED,
    /** The message was damaged on the disk while it waited. */
    DAMAGED;

    private static final int FIRST = AccountCounter.values().length;

    @Override
    public int first() {
        return FIRST;
    }

    @Override
    public String group() {
        return "dropped.";
    }
}
