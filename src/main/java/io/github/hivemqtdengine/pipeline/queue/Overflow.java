package io.github.hivemqtdengine.pipeline.queue;

/** Action on messages for which there is no room. */
public enum Overflow {
    /** Drops and acknowledges the new message. */
    DROP_NEWEST,
    /**
     * Drops the lane's oldest messages that are only on disk; some were acknowledged long before. If there are none,
     * drops the new message.
     */
    DROP_OLDEST,
    /** Keeps new messages of QoS 1 and 2 in memory, unacknowledged, until there is room; drops QoS 0. */
    WITHHOLD_ACK
}
