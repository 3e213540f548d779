package io.github.hivemqtdengine.pipeline;

/**
 * The bounds of one lane's memory queue; what comes when it is full is dropped and counted.
 *
 * @param messages most messages that wait, at least 1
 * @param bytes most bytes of heap that they hold, at least 1,024
 */
public record QueueSettings(int messages, long bytes) {

    public static final QueueSettings DEFAULT = new QueueSettings(1_000_000, 256L * 1_024 * 1_024);
}
