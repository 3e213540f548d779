package io.github.hivemqtdengine.pipeline;

/**
 * The bounds of what waits in the memory of one lane. What comes when it is full is dropped and counted, unless it waits
 * on disk, too, and then it is read from there later.
 *
 * @param messages most messages that wait, at least 1
 * @param bytes most bytes of heap that they hold, at least 1,024
 */
public record QueueSettings(int messages, long bytes) {

    private static final long MIB = 1_024 * 1_024;

    /** The default: where there is a disk behind it, little memory does. */
    public static QueueSettings of(Durability durability) {
        return durability == Durability.MEMORY
                ? new QueueSettings(1_000_000, 256 * MIB)
                : new QueueSettings(100_000, 32 * MIB);
    }
}
