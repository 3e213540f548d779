package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.RejectedMessage;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A last will that routes want. Two of equal content are two: each is published by itself. */
final class LastWill {

    private final List<Route> routes;
    private final @Nullable InboundMessage message;
    private final @Nullable RejectedMessage tooLarge;
    private final long delay;

    /**
     * @param message without its time of arrival; {@code null} if there was no room for it
     * @param delay seconds between the end of the connection and the will, if the client does not come back
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

    /** A will that is too large to be taken in, and becomes a dead letter instead. */
    static LastWill tooLarge(List<Route> routes, RejectedMessage rejected, long delay) {
        return new LastWill(routes, null, rejected, delay);
    }

    /** The dead letter instead of the message; {@code null} if it is not too large, or if there was no room for it. */
    @Nullable
    RejectedMessage tooLarge() {
        return tooLarge;
    }

    List<Route> routes() {
        return routes;
    }

    /** The message, without its time of arrival; {@code null} if there was no room for it. */
    @Nullable
    InboundMessage message() {
        return message;
    }

    /** Seconds. */
    long delay() {
        return delay;
    }

    /** The same, where there is no room for its message. */
    LastWill withoutMessage() {
        return new LastWill(routes, null, delay);
    }

    /** About how many bytes of heap its message holds. */
    int weight() {
        if (tooLarge != null) {
            return tooLarge.message().weight() + tooLarge.payload().remaining();
        }
        return message == null ? 0 : message.weight() + message.clientId().length();
    }
}
