package io.github.hivemqtdengine.pipeline;

import java.time.Duration;

/**
 * How messages travel to the databases.
 *
 * @param lanes lanes per database, 1 to 64
 * @param drainTimeout how long a stop waits for the queues to empty; what is left goes to the dead letters
 */
public record DeliverySettings(
        int lanes, BatchSettings batch, QueueSettings queue, RetrySettings retry, Duration drainTimeout) {

    public static final DeliverySettings DEFAULT = new DeliverySettings(
            4, BatchSettings.DEFAULT, QueueSettings.DEFAULT, RetrySettings.DEFAULT, Duration.ofSeconds(30));
}
