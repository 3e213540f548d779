// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.Link;
import io.github.hivemqtdengine.loadtest.mqtt.link.LostConnections;
import io.github.hivemqtdengine.loadtest.scenario.SessionPlan.Churn;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.concurrent.TimeUnit;

/**
 * Departures of one client, again and again. The first one is at a random time, the same in each run, so that clients
 * leave one after another.
 */
final class Departures {

    private final Broker.Seat seat;
    private final Link<?> link;
    private final Churn churn;
    private final Optional<LastWill<?>> will;
    private final LostConnections lost;
    private volatile boolean ended;

    /** @param will last will, for departures without a DISCONNECT */
    Departures(Broker.Seat seat, Link<?> link, Churn churn, Optional<LastWill<?>> will, LostConnections lost) {
        this.seat = seat;
        this.link = link;
        this.churn = churn;
        this.will = will;
        this.lost = lost;
    }

    /** Starts the departures. Any thread may call this. */
    void start(long startMicros) {
        var random = new SplittableRandom(seat.name().hashCode());
        long first = startMicros + random.nextLong(micros(churn.connected().toNanos()) + 1);
        seat.loop().eventLoop().execute(() -> schedule(first));
    }

    private static long micros(long nanos) {
        return TimeUnit.NANOSECONDS.toMicros(nanos);
    }

    private void schedule(long dueMicros) {
        if (!ended) {
            seat.loop().timer().at(dueMicros, () -> leave(dueMicros));
        }
    }

    private void leave(long dueMicros) {
        if (ended) {
            return;
        }
        if (link.isConnected()) {
            lost.leaves(seat.clientId());
            will.ifPresent(LastWill::expect);
            link.leave(will.isPresent(), churn.away());
        }
        schedule(dueMicros
                + Math.max(1, micros(churn.connected().plus(churn.away()).toNanos())));
    }

    /** Lets the client stay. Any thread may call this. */
    void end() {
        ended = true;
    }
}
