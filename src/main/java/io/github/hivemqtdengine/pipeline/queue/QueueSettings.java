package io.github.hivemqtdengine.pipeline.queue;

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
