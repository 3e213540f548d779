package io.github.hivemqtdengine.pipeline;

import java.time.Duration;

/**
 * When a batch is written: as soon as one limit is reached.
 *
 * @param rows most rows, 1 to 100,000
 * @param bytes most bytes of message, at least 1,024; a larger message is a batch of its own
 * @param linger how long a batch that is not full waits for more behind its first message, 0 to 60 s
 */
public record BatchSettings(int rows, int bytes, Duration linger) {

    public static final BatchSettings DEFAULT = new BatchSettings(10_000, 4 * 1_024 * 1_024, Duration.ofMillis(100));
}
