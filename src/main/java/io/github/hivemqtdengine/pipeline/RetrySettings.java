package io.github.hivemqtdengine.pipeline;

import java.time.Duration;

/**
 * How long a lane waits between two tries.
 *
 * @param firstDelay the longest pause before the second try; it doubles with every further try
 * @param maxDelay the longest pause of all
 * @param probeDelay the pause after a failure that only an operator can mend
 */
public record RetrySettings(Duration firstDelay, Duration maxDelay, Duration probeDelay) {

    public static final RetrySettings DEFAULT =
            new RetrySettings(Duration.ofMillis(100), Duration.ofSeconds(30), Duration.ofSeconds(60));
}
