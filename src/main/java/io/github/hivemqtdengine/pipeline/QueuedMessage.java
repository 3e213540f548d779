package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import org.jspecify.annotations.Nullable;

/** A message on its way along one route. Its fate is sealed by the thread that has taken it from its queue. */
final class QueuedMessage {

    private final RouteAccount account;
    private final InboundMessage message;
    private final @Nullable MessageGroup group;
    /** Its number in the lane's log, 0 where it is in none. */
    private long number;

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
        this(account, message, group, 0);
    }

    /** A message that was read from a log, where it has this number. */
    QueuedMessage(RouteAccount account, InboundMessage message, @Nullable MessageGroup group, long number) {
        this.account = account;
        this.message = message;
        this.group = group;
        this.number = number;
    }

    /** It was appended to the lane's log; before it is in the lane's queue. */
    void logged(long newNumber) {
        number = newNumber;
    }

    /** Its number in the lane's log, 0 where it is in none. */
    long number() {
        return number;
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
