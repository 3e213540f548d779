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

    private static final int PART_FOR_COMMITS = 10;

    /** How long a batch waits for more at most: a tenth of what is configured where publishers wait for the database. */
    Duration longestLinger() {
        var linger = batch.linger();
        return intake.acknowledge() == Acknowledge.ON_COMMIT ? linger.dividedBy(PART_FOR_COMMITS) : linger;
    }
}
