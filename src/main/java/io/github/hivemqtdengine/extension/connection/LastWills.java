// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.connection;

import io.github.hivemqtdengine.extension.connection.ClientConnections.ConnectionWatch;
import io.github.hivemqtdengine.extension.publish.MessageLimit;
import io.github.hivemqtdengine.extension.publish.PacketMessage;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.time.EpochClock;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Accepts last wills with a route when the broker publishes them. The broker reports neither the publish nor its
 * decision, so the decision is repeated here. A will is held as long as its connection lasts, and then for its delay. A
 * will without room counts as dropped when it is published. Thread-safe.
 */
public final class LastWills implements ConnectionWatch, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LastWills.class);
    private static final long MICROS_PER_SECOND = 1_000_000;

    private final Supplier<MessageSink> sink;
    private final MessageLimit limit;
    private final EpochClock arrivals;
    private final EpochClock clock;
    private final long maxBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final Map<ClientConnection, LastWill> ofConnections = new ConcurrentHashMap<>();
    /** Wills whose clients may reconnect before the delay is over, by client id. */
    private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();

    /** @param dueMicros when the will is published, epoch microseconds */
    private record Waiting(LastWill will, long dueMicros) {}

    /**
     * @param sink returns the sink to use now
     * @param arrivals the clock that stamps published wills
     * @param clock the clock for will delays; the broker uses the time of day, too
     * @param maxBytes approximate limit of heap, bytes
     */
    public LastWills(
            Supplier<MessageSink> sink, MessageLimit limit, EpochClock arrivals, EpochClock clock, long maxBytes) {
        this.sink = sink;
        this.limit = limit;
        this.arrivals = arrivals;
        this.clock = clock;
        this.maxBytes = maxBytes;
    }

    /** Publishes a delayed will if it is due or the client starts a clean session; otherwise discards it. */
    @Override
    public void returned(ClientConnection connection) {
        var earlier = waiting.remove(connection.clientId());
        if (earlier != null && (connection.cleanStart() || isDue(earlier))) {
            publish(earlier.will());
        } else if (earlier != null) {
            release(earlier.will());
        }
    }

    private boolean isDue(Waiting waits) {
        return waits.dueMicros() <= clock.micros();
    }

    @Override
    public void accepted(ClientConnection connection) {
        var packet = connection.will();
        var routes = packet == null ? null : sink.get().match(MessageSource.LAST_WILLS, packet.getTopic());
        if (packet == null || routes == null || routes.isEmpty()) {
            return;
        }
        var facts = connection.metadata().of(packet, routes);
        var will = limit.isExceededBy(packet, facts)
                ? new LastWill(
                        routes,
                        null,
                        limit.reject(packet, connection.clientId(), connection.userName(), 0)
                                .with(facts),
                        packet.getWillDelay())
                : new LastWill(
                        routes,
                        PacketMessage.of(packet, connection.clientId(), connection.userName(), 0)
                                .with(facts),
                        null,
                        packet.getWillDelay());
        ofConnections.put(connection, reserve(will) ? will : will.withoutMessage());
    }

    /** Reserves the heap of a will; returns {@code false} if there is not enough. */
    private boolean reserve(LastWill will) {
        boolean fits = bytes.addAndGet(will.weight()) <= maxBytes;
        if (!fits) {
            release(will);
        }
        return fits;
    }

    @Override
    public void ended(ClientConnection connection, ConnectionEnd end) {
        var will = ofConnections.remove(connection);
        if (will == null) {
            return;
        }
        if (!end.publishesWill()) {
            release(will);
            return;
        }
        long delay = Math.min(will.delay, connection.sessionExpiry());
        if (delay == 0) {
            publish(will);
        } else {
            var waits = new Waiting(will, clock.micros() + delay * MICROS_PER_SECOND);
            var replaced = waiting.put(connection.clientId(), waits);
            if (replaced != null) {
                release(replaced.will());
            }
        }
    }

    /** Publishes the wills whose delay is over. Called once a second; throws nothing. */
    public void publishDue() {
        waiting.forEach((clientId, waits) -> {
            if (isDue(waits) && waiting.remove(clientId, waits)) {
                try {
                    publish(waits.will());
                } catch (RuntimeException | Error e) {
                    LOG.error(
                            "Internal error: the last will of client \"{}\" is not stored; please report it",
                            clientId,
                            e);
                }
            }
        });
    }

    private void publish(LastWill will) {
        release(will);
        var message = will.message;
        var tooLarge = will.tooLarge;
        if (tooLarge != null) {
            sink.get().reject(will.routes, tooLarge.arrivedAt(arrivals.micros()), null);
        } else if (message == null) {
            sink.get().drop(will.routes, DropReason.OVERFLOW);
        } else {
            sink.get().accept(will.routes, message.arrivedAt(arrivals.micros()));
        }
    }

    private void release(LastWill will) {
        bytes.addAndGet(-will.weight());
    }

    /** Discards the wills that still wait for their delay. */
    @Override
    public void close() {
        int lost = waiting.size();
        waiting.clear();
        if (lost > 0) {
            LOG.warn(
                    "{} last wills were waiting for their delay when the extension stopped; they are not stored", lost);
        }
    }

    /** Last will with a route. Compared by identity, since wills of equal content are published separately. */
    private static final class LastWill {

        private final List<Route> routes;
        private final @Nullable InboundMessage message;
        private final @Nullable RejectedMessage tooLarge;
        private final long delay;

        /**
         * @param message the message without its time of arrival; {@code null} if it is too large or has no room
         * @param tooLarge the dead letter that a will becomes that is too large; otherwise {@code null}
         * @param delay seconds between the end of the connection and the will, unless the client reconnects
         */
        LastWill(List<Route> routes, @Nullable InboundMessage message, @Nullable RejectedMessage tooLarge, long delay) {
            this.routes = routes;
            this.message = message;
            this.tooLarge = tooLarge;
            this.delay = delay;
        }

        /** Returns a copy without the message, which has no room. */
        LastWill withoutMessage() {
            return new LastWill(routes, null, null, delay);
        }

        /** Returns the approximate heap use of the message, bytes. */
        int weight() {
            if (tooLarge != null) {
                return tooLarge.message().weight() + tooLarge.payload().remaining();
            }
            return message == null ? 0 : message.weight() + message.clientId().length();
        }
    }
}
