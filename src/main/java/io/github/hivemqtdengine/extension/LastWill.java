package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.route.Route;
import java.util.List;

/**
 * A last will that routes want. Two of equal content are two: each is published by itself.
 *
 * <p>It is held as long as the broker holds its own copy of it.
 */
final class LastWill {

    private final List<Route> routes;
    private final InboundMessage message;
    private final long delay;

    /**
     * @param message without its time of arrival
     * @param delay seconds between the end of the connection and the will, if the client does not come back
     */
    LastWill(List<Route> routes, InboundMessage message, long delay) {
        this.routes = routes;
        this.message = message;
        this.delay = delay;
    }

    List<Route> routes() {
        return routes;
    }

    /** The message, as it is when the broker publishes it. */
    InboundMessage message(long arrivalMicros) {
        return message.arrivedAt(arrivalMicros);
    }

    /** Seconds. */
    long delay() {
        return delay;
    }
}
