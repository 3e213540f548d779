package io.github.hivemqtdengine.pipeline;

/** What happens to messages for which there is no room where messages wait. */
public enum Overflow {
    /** What comes is dropped, and acknowledged. */
    DROP_NEWEST,
    /** What comes with QoS 1 or 2 waits in memory, unacknowledged, until there is room; QoS 0 is dropped. */
    WITHHOLD_ACK
}
