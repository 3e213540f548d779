// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Limits of the rate at which a route accepts messages.
 *
 * @param route the limit of all messages together, or {@code null}
 * @param client the limit of the messages of each client, or {@code null}
 * @param longestDelay the longest delay of the acknowledgement of a message above a limit, which is stored; zero if such
 *     a message is dropped and acknowledged
 */
public record RateLimits(@Nullable Rate route, @Nullable Rate client, Duration longestDelay) {

    public static final RateLimits NONE = new RateLimits(null, null, Duration.ZERO);

    /**
     * Rate of messages.
     *
     * @param interval the time between two messages
     * @param burst the number of messages that may arrive at once after a pause, at least 1
     */
    public record Rate(Duration interval, int burst) {}

    /** Returns whether messages are accepted at any rate. */
    public boolean isNone() {
        return route == null && client == null;
    }
}
