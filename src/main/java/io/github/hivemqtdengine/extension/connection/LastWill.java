package io.github.hivemqtdengine.extension.connection;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Last will with a route. Compared by identity, since wills of equal content are published separately. */
final class LastWill {

    private final List<Route> routes;
    private final @Nullable InboundMessage message;
    private final @Nullable RejectedMessage tooLarge;
    private final long delay;

    /**
     * @param message the message without its time of arrival; {@code null} if there was no room for it
     * @param delay seconds between the end of the connection and the will, unless the client reconnects
     */
    LastWill(List<Route> routes, @Nullable InboundMessage message, long delay) {
        this(routes, message, null, delay);
    }

    private LastWill(
            List<Route> routes, @Nullable InboundMessage message, @Nullable RejectedMessage tooLarge, long delay) {
        this.routes = routes;
        this.message = message;
        this.tooLarge = tooLarge;
        this.delay = delay;
    }

    /** Returns a will that is too large to be taken in, and becomes a dead letter instead. */
    static LastWill tooLarge(List<Route> routes, RejectedMessage rejected, long delay) {
        return new LastWill(routes, null, rejected, delay);
    }

    /** Returns the dead letter; {@code null} if the will is not too large, or if there was no room for it. */
    @Nullable
    RejectedMessage tooLarge() {
        return tooLarge;
    }

    List<Route> routes() {
        return routes;
    }

    /** Returns the message without its time of arrival; {@code null} if there was no room for it. */
    @Nullable
    InboundMessage message() {
        return message;
    }

    /** Returns the will delay, seconds. */
    long delay() {
        return delay;
    }

    /** Returns a copy without the message, which has no room. */
    LastWill withoutMessage() {
        return new LastWill(routes, null, delay);
    }

    /** Returns the approximate heap use of the message, bytes. */
    int weight() {
        if (tooLarge != null) {
            return tooLarge.message().weight() + tooLarge.payload().remaining();
        }
        return message == null ? 0 : message.weight() + message.clientId().length();
    }
}
