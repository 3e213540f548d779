package io.github.hivemqtdengine.pipeline.queue;

/** Failures that waiting messages survive. */
public enum Durability {
    /** Messages wait in memory. After the drain timeout they become dead letters; a crash loses them. */
    MEMORY,
    /** Messages wait in a log on disk: they survive a crash of the broker's process, but not a power cut. */
    SPOOL,
    /** As {@link #SPOOL}; messages of QoS 1 and 2 are acknowledged only after they would survive a power cut, too. */
    FSYNC
}
