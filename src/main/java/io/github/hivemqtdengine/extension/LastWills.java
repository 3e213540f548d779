package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.client.ClientContext;
import io.github.hivemqtdengine.pipeline.EpochClock;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.route.MessageSource;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes in the last wills that routes want when the broker publishes them, which it shows to nobody: what it decides by
 * is decided here once more. Nothing else is held: a will as long as its connection lasts, and then for its delay. May
 * be called by any thread.
 */
final class LastWills implements ConnectionWatch, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(LastWills.class);
    private static final long MICROS_PER_SECOND = 1_000_000;

    private final Pipeline pipeline;
    private final EpochClock arrivals;
    private final EpochClock clock;
    private final Map<ClientConnection, LastWill> ofConnections = new ConcurrentHashMap<>();
    /** Those whose clients may come back before they are published, by their client ids. */
    private final Map<String, Waiting> waiting = new ConcurrentHashMap<>();

    /** @param dueMicros when it is published, epoch microseconds */
    private record Waiting(LastWill will, long dueMicros) {}

    /**
     * @param arrivals stamps what is published
     * @param clock tells how long a will has waited; the broker, too, goes by the time of day
     */
    LastWills(Pipeline pipeline, EpochClock arrivals, EpochClock clock) {
        this.pipeline = pipeline;
        this.arrivals = arrivals;
        this.clock = clock;
    }

    /** A will that waits is published at once where the session begins anew, and never where it goes on. */
    @Override
    public void returned(ClientConnection connection) {
        var earlier = waiting.remove(connection.clientId());
        if (earlier != null && connection.cleanStart()) {
            publish(earlier.will());
        }
    }

    @Override
    public void accepted(ClientConnection connection, ClientContext client) {
        var packet = connection.will();
        var routes = packet == null ? null : pipeline.match(MessageSource.LAST_WILLS, packet.getTopic());
        if (packet == null || routes == null || routes.isEmpty()) {
            return;
        }
        var message = PacketMessage.of(packet, connection.clientId(), connection.userName(), 0);
        ofConnections.put(connection, new LastWill(routes, message, packet.getWillDelay()));
        if (packet.getWillDelay() > 0) {
            client.addDisconnectInboundInterceptor((input, output) ->
                    input.getDisconnectPacket().getSessionExpiryInterval().ifPresent(connection::sessionExpiry));
        }
    }

    @Override
    public void ended(ClientConnection connection, ConnectionEnd end) {
        var will = ofConnections.remove(connection);
        if (will == null || !end.publishesWill()) {
            return;
        }
        long delay = Math.min(will.delay(), connection.sessionExpiry());
        if (delay == 0) {
            publish(will);
        } else {
            waiting.put(connection.clientId(), new Waiting(will, clock.micros() + delay * MICROS_PER_SECOND));
        }
    }

    /** Publishes what has waited for its delay. To be called once a second; throws nothing. */
    void publishWhatIsDue() {
        long now = clock.micros();
        waiting.forEach((clientId, waits) -> {
            if (waits.dueMicros() <= now && waiting.remove(clientId, waits)) {
                try {
                    publish(waits.will());
                } catch (RuntimeException | Error e) {
                    LOG.error("The last will of client {} was not taken in", clientId, e);
                }
            }
        });
    }

    private void publish(LastWill will) {
        pipeline.accept(will.routes(), will.message(arrivals.micros()));
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
