package io.github.hivemqtdengine.decode.sparkplug;

/** Condition under which a route requests that edge nodes send their BIRTHs again. */
public enum Rebirth {
    NEVER,
    /** A BIRTH is missing or unreadable, or an alias is unknown. */
    WHEN_NEEDED,
    /** As {@link #WHEN_NEEDED}, and after a gap in the sequence numbers. */
    ALSO_AFTER_GAPS
}
