// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.route.RateLimits;
import io.github.hivemqtdengine.route.RateLimits.Rate;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Rate limiter of one route. It uses the generic cell rate algorithm (GCRA): the state of a rate is the time at which
 * its next message is due. A message may be early by the time of a burst. Thread-safe.
 */
final class RateLimiter {

    private final RateLimits limits;
    private final LongSupplier nanos;
    private final @Nullable ClientDueTimes clients;
    private long routeDue;

    /** @param nanos a clock like {@link System#nanoTime} */
    RateLimiter(RateLimits limits, LongSupplier nanos) {
        this.limits = limits;
        this.nanos = nanos;
        this.routeDue = nanos.getAsLong();
        this.clients = limits.client() == null ? null : new ClientDueTimes(routeDue);
    }

    RateLimits limits() {
        return limits;
    }

    /**
     * Admits a received message, if need be with a delayed acknowledgement. Otherwise drops it, and refuses its
     * acknowledgement unless the limits say that it is acknowledged. Retained messages, whose publisher is unknown, are
     * always admitted.
     */
    boolean admit(RouteAccount account, InboundMessage message, @Nullable PendingAck pendingAck) {
        if (message.clientId().isEmpty()) {
            return true;
        }
        var delay = tryAcquire(message.clientId(), pendingAck != null);
        if (delay.isEmpty()) {
            account.dropAboveRate(message);
            if (pendingAck != null && !limits.longestDelay().isZero()) {
                pendingAck.refuse();
            }
        } else if (pendingAck != null && delay.getAsLong() > 0) {
            account.delayAck(message);
            pendingAck.delay(delay.getAsLong());
        }
        return delay.isPresent();
    }

    /**
     * Counts a message against the limits.
     *
     * @param isDelayable whether its acknowledgement can be delayed
     * @return the nanoseconds until it is within the limits, 0 if it is already; empty if it is not counted, since it
     *     is too early
     */
    OptionalLong tryAcquire(String clientId, boolean isDelayable) {
        long longestDelay = isDelayable ? limits.longestDelay().toNanos() : 0;
        long hash = clients == null ? 0 : clients.hash(clientId);
        synchronized (this) {
            long now = nanos.getAsLong();
            int place = clients == null ? 0 : clients.place(hash);
            long clientDue = clients == null ? now : clients.due(place);
            long delay = Math.max(early(limits.route(), routeDue, now), early(limits.client(), clientDue, now));
            if (delay > longestDelay) {
                return OptionalLong.empty();
            }
            routeDue = next(limits.route(), routeDue, now);
            if (clients != null) {
                clients.put(place, hash, next(limits.client(), clientDue, now));
            }
            return OptionalLong.of(delay);
        }
    }

    /** Returns by how much a message is too early, at least 0, nanoseconds. */
    private static long early(@Nullable Rate rate, long due, long now) {
        return rate == null
                ? 0
                : Math.max(0, due - now - (rate.burst() - 1) * rate.interval().toNanos());
    }

    private static long next(@Nullable Rate rate, long due, long now) {
        return rate == null
                ? due
                : now + Math.max(0, due - now) + rate.interval().toNanos();
    }
}
