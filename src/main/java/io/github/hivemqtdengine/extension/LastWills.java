package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.EpochClock;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.route.MessageSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in the last wills that routes want when the broker publishes them, which it shows to nobody: what it decides by
 * is decided here once more. Nothing else is held: a will as long as its connection lasts, and then for its delay; where
 * there is no room for it, it counts as dropped when it is published. May be called by any thread.
 */
final class LastWills implements ConnectionWatch, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LastWills.class);
    private static final long MICROS_PER_SECOND = 1_000_000;

    private final MessageSink sink;
    private final MessageLimit limit;
    private final EpochClock arrivals;
    private final EpochClock clock;
    private final long mostBytes;
    private final AtomicLong bytes = new AtomicLong();
    private final Map<ClientConnection, LastWill> ofConnections = new ConcurrentHashMap<>();
    /** Those whose clients may come back before they are published, by their client ids. */
    private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();

    /** @param dueMicros when it is published, epoch microseconds */
    private record Waiting(LastWill will, long dueMicros) {}

    /**
     * @param arrivals stamps what is published
     * @param clock tells how long a will has waited; the broker, too, goes by the time of day
     * @param mostBytes about how many bytes of heap they may hold
     */
    LastWills(MessageSink sink, MessageLimit limit, EpochClock arrivals, EpochClock clock, long mostBytes) {
        this.sink = sink;
        this.limit = limit;
        this.arrivals = arrivals;
        this.clock = clock;
        this.mostBytes = mostBytes;
    }

    /** A will that is not due yet is published at once where the session begins anew, and never where it goes on. */
    @Override
    public void returned(ClientConnection connection) {
        var earlier = waiting.remove(connection.clientId());
        if (earlier != null && (connection.cleanStart() || isDue(earlier))) {
            publish(earlier.will());
        } else if (earlier != null) {
            forget(earlier.will());
        }
    }

    private boolean isDue(Waiting waits) {
        return waits.dueMicros() <= clock.micros();
    }

    @Override
    public void accepted(ClientConnection connection) {
        var packet = connection.will();
        var routes = packet == null ? null : sink.match(MessageSource.LAST_WILLS, packet.getTopic());
        if (packet == null || routes == null || routes.isEmpty()) {
            return;
        }
        var will = limit.isExceededBy(packet)
                ? LastWill.tooLarge(
                        routes,
                        limit.reject(packet, connection.clientId(), connection.userName(), 0),
                        packet.getWillDelay())
                : new LastWill(
                        routes,
                        PacketMessage.of(packet, connection.clientId(), connection.userName(), 0),
                        packet.getWillDelay());
        ofConnections.put(connection, hasRoomFor(will) ? will : will.withoutMessage());
    }

    private boolean hasRoomFor(LastWill will) {
        boolean fits = bytes.addAndGet(will.weight()) <= mostBytes;
        if (!fits) {
            forget(will);
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
            forget(will);
            return;
        }
        long delay = Math.min(will.delay(), connection.sessionExpiry());
        if (delay == 0) {
            publish(will);
        } else {
            var waits = new Waiting(will, clock.micros() + delay * MICROS_PER_SECOND);
            var replaced = waiting.put(connection.clientId(), waits);
            if (replaced != null) {
                forget(replaced.will());
            }
        }
    }

    /** Publishes what has waited for its delay. To be called once a second; throws nothing. */
    void publishWhatIsDue() {
        waiting.forEach((clientId, waits) -> {
            if (isDue(waits) && waiting.remove(clientId, waits)) {
                try {
                    publish(waits.will());
                } catch (RuntimeException | Error e) {
                    LOG.error("The last will of client {} was not taken in", clientId, e);
                }
            }
        });
    }

    private void publish(LastWill will) {
        forget(will);
        var message = will.message();
        var tooLarge = will.tooLarge();
        if (tooLarge != null) {
            sink.reject(will.routes(), tooLarge.arrivedAt(arrivals.micros()), null);
        } else if (message == null) {
            sink.drop(will.routes(), DropReason.OVERFLOW);
        } else {
            sink.accept(will.routes(), message.arrivedAt(arrivals.micros()));
        }
    }

    private void forget(LastWill will) {
        bytes.addAndGet(-will.weight());
    }

    /** What waits for its delay is lost. */
    @Override
    public void close() {
        int lost = waiting.size();
        waiting.clear();
        if (lost > 0) {
            LOG.warn("{} last wills wait for their delay at the stop: they will not be stored", lost);
        }
    }
}
