package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import org.jspecify.annotations.Nullable;

/**
 * A message on its way along one route.
 *
 * @param account where its fate is written down
 * @param message the message
 * @param group the group that it stays in order with, or {@code null}
 */
record QueuedMessage(
        RouteAccount account,
        InboundMessage message,
        @Nullable MessageGroup group) {

    QueuedMessage(RouteAccount account, InboundMessage message) {
        this(account, message, null);
    }

    String routeId() {
        return account.routeId();
    }

    /** Its fate is sealed; to be called once. */
    void settled() {
        if (group != null) {
            group.leave();
        }
    }
}
