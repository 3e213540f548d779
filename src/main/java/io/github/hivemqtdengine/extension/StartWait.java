// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Waits for temporary causes that prevent a start. HiveMQ waits for the start of its extensions without a limit and
 * opens its listeners afterwards, so no message is missed. Not thread-safe.
 */
final class StartWait {

    private static final Logger LOG = LoggerFactory.getLogger(StartWait.class);

    /** Longest wait: a draining process or a late mount needs seconds, but a broker that stays down is an outage. */
    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** System property with another limit, milliseconds, for tests. */
    private static final String LONGEST_MILLIS = "hivemq-tdengine-extension.start-wait-millis";

    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);

    private final Duration longest;
    private final long begin = System.nanoTime();
    private boolean isAnnounced;

    StartWait() {
        this(Duration.ofMillis(Long.getLong(LONGEST_MILLIS, LONGEST.toMillis())));
    }

    StartWait(Duration longest) {
        this.longest = longest;
    }

    /**
     * Pauses before another attempt; the first pause is logged.
     *
     * @param cause the cause that prevents the start, for the operator
     * @return {@code false} without a pause if the time is over
     */
    boolean pause(String cause) {
        long left = longest.toNanos() - (System.nanoTime() - begin);
        if (left <= 0) {
            return false;
        }
        if (!isAnnounced) {
            isAnnounced = true;
            LOG.warn(
                    "The extension cannot start yet; it retries every second for up to {} s, and HiveMQ"
                            + " waits for it: {}",
                    longest.toSeconds(),
                    cause);
        }
        return sleep(Math.min(left, BETWEEN_TRIES.toNanos()));
    }

    private static boolean sleep(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
            return true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
