package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import org.jspecify.annotations.Nullable;

/** A message on its way along one route. Its fate is sealed by the thread that has taken it from its queue. */
final class QueuedMessage {

    private final RouteAccount account;
    private final InboundMessage message;
    private final @Nullable MessageGroup group;
    private boolean settled;

    QueuedMessage(RouteAccount account, InboundMessage message) {
        this(account, message, null);
    }

    /**
     * A message of a group.
     *
     * @param account where its fate is written down
     * @param group the group that it stays in order with, or {@code null}
     */
    QueuedMessage(RouteAccount account, InboundMessage message, @Nullable MessageGroup group) {
        this.account = account;
        this.message = message;
        this.group = group;
    }

    /** Where its fate is written down. */
    RouteAccount account() {
        return account;
    }

    InboundMessage message() {
        return message;
    }

    String routeId() {
        return account.routeId();
    }

    /** Its fate is sealed; to be called once. */
    void settle() {
        settled = true;
        if (group != null) {
            group.leave();
        }
    }

    boolean isSettled() {
        return settled;
    }
}
