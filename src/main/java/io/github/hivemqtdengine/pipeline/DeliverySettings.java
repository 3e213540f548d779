package io.github.hivemqtdengine.pipeline;

import java.time.Duration;

/**
 * How messages travel to the databases.
 *
 * @param drainTimeout how long a stop waits for the queues to empty; what is left goes to the dead
 *     letters, or stays in the log
 */
public record DeliverySettings(
        LaneSettings lanes, BatchSettings batch, IntakeSettings intake, RetrySettings retry, Duration drainTimeout) {

    public static final DeliverySettings DEFAULT = new DeliverySettings(
            LaneSettings.DEFAULT,
            BatchSettings.DEFAULT,
            IntakeSettings.DEFAULT,
            RetrySettings.DEFAULT,
            Duration.ofSeconds(30));
}
