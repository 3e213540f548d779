package io.github.hivemqtdengine.pipeline;

/** What messages that wait survive. */
public enum Durability {
    /** They wait in memory: what the drain timeout does not save becomes dead letters, a crash loses it. */
    MEMORY,
    /** They wait in a log on disk: they survive the broker's process, not the machine's power. */
    SPOOL,
    /** The same, and what has QoS 1 or 2 is acknowledged only when it would survive the machine's power, too. */
    FSYNC
}
