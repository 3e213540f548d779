// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.time.Duration;
import java.util.Optional;

/**
 * Sessions of a group's clients.
 *
 * @param expiry time for which the broker keeps the session of a client that is away; empty for the default: an hour
 *     for clients that come back, otherwise none. Only for MQTT 5
 * @param churn departures and returns; empty for none
 */
public record SessionPlan(Optional<Duration> expiry, Optional<Churn> churn) {

    /** Sessions that end with the connection. */
    public static final SessionPlan NONE = new SessionPlan(Optional.empty(), Optional.empty());

    /** Returns whether sessions outlive connections. */
    public boolean arePersistent() {
        return expiry.isPresent() || churn.isPresent();
    }

    /**
     * Departures of a client, again and again until publishers have finished.
     *
     * @param connected time from one departure to the next, except for the time away; more than 0
     * @param away time after which the client connects again
     */
    public record Churn(Duration connected, Duration away) {

        static final Syntax<Churn> SYNTAX = Syntax.of(
                "(" + Durations.PATTERN + ")(?:\\s+for\\s+(" + Durations.PATTERN + "))?",
                "must be like 10 s, or 10 s for 2 s",
                text -> new Churn(
                        Durations.positive(text.group(1)),
                        text.group(2) == null ? Duration.ofMillis(100) : Durations.parse(text.group(2))));
    }
}
