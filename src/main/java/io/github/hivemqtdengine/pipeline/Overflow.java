package io.github.hivemqtdengine.pipeline;

/** What happens to messages for which there is no room where messages wait. */
public enum Overflow {
    /** What comes is dropped, and acknowledged. */
    DROP_NEWEST,
    /**
     * The oldest messages of the same lane that wait on disk only are dropped, some of them acknowledged long before.
     * Where there are none, what comes is dropped.
     */
    DROP_OLDEST,
    /** What comes with QoS 1 or 2 waits in memory, unacknowledged, until there is room; QoS 0 is dropped. */
    WITHHOLD_ACK
}
