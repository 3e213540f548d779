// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Pauses of a lane between two attempts.
 *
 * @param firstDelay maximum pause before the second attempt; doubles with every further attempt
 * @param maxDelay maximum of all pauses, except for {@code probeDelay}
 * @param probeDelay pause after a failure that only an operator can fix
 */
public record RetrySettings(Duration firstDelay, Duration maxDelay, Duration probeDelay) {

    public static final RetrySettings DEFAULT =
            new RetrySettings(Duration.ofMillis(100), Duration.ofSeconds(30), Duration.ofSeconds(60));

    private static final int MAX_DOUBLINGS = 30;

    /**
     * Returns the probe delay after a fatal failure, otherwise a random pause. Its limit doubles with each failure; the
     * randomness keeps lanes from retrying in step.
     *
     * @param failures number of consecutive failures, at least 1
     */
    Duration pause(FailureKind kind, int failures) {
        return kind == FailureKind.FATAL
                ? probeDelay
                : Duration.ofMillis(ThreadLocalRandom.current().nextLong(1, limitMillis(failures) + 1));
    }

    private long limitMillis(int failures) {
        long doubled = firstDelay.toMillis() << Math.min(failures - 1, MAX_DOUBLINGS);
        long most = maxDelay.toMillis();
        return doubled <= 0 || doubled > most ? most : doubled;
    }
}
