package io.github.hivemqtdengine.pipeline;

import java.time.Duration;

/**
 * How messages travel to the databases.
 *
 * @param drainTimeout how long a stop waits for the queues to empty; what is left goes to the dead letters
 */
public record DeliverySettings(
        LaneSettings lanes, BatchSettings batch, QueueSettings queue, RetrySettings retry, Duration drainTimeout) {

    public static final DeliverySettings DEFAULT = new DeliverySettings(
            LaneSettings.DEFAULT,
            BatchSettings.DEFAULT,
            QueueSettings.DEFAULT,
            RetrySettings.DEFAULT,
            Duration.ofSeconds(30));
}
