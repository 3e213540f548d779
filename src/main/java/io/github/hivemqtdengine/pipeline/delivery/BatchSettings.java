// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import java.time.Duration;

/**
 * Limits of a batch, which is written as soon as one of them is reached.
 *
 * @param rows maximum rows, 1 to 100,000
 * @param bytes maximum heap bytes of the messages, and of their rows, about, at least 1,024; a larger message is a batch
 *     of its own
 * @param linger wait for more messages after the first one, 0 to 60 s
 */
public record BatchSettings(int rows, int bytes, Duration linger) {

    public static final BatchSettings DEFAULT = new BatchSettings(10_000, 4 * 1_024 * 1_024, Duration.ofMillis(100));
}
