// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.pipeline.delivery.BatchSettings;
import io.github.hivemqtdengine.pipeline.delivery.RetrySettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Acknowledge;
import io.github.hivemqtdengine.pipeline.queue.LaneSettings;
import java.time.Duration;

/**
 * Settings of the delivery to the databases.
 *
 * @param drainTimeout how long a stop waits for the queues to empty; remaining messages become dead letters, or stay in
 *     the log
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

    /** Returns the maximum linger: a tenth of the configured one if publishers wait for the database. */
    Duration longestLinger() {
        var linger = batch.linger();
        return intake.acknowledge() == Acknowledge.ON_COMMIT ? linger.dividedBy(PART_FOR_COMMITS) : linger;
    }
}
