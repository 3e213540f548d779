package io.github.hivemqtdengine.pipeline.delivery;

import java.time.Duration;

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
}
