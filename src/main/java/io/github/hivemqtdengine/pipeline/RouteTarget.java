package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.Receipt;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import org.jspecify.annotations.Nullable;

/**
 * Destination of one route's messages. Any thread may offer.
 *
 * @param account records their outcomes
 * @param lanes the lanes of the route's database
 */
record RouteTarget(RouteAccount account, DatabaseLanes lanes) {

    /** Returns whether the lanes have room for more than the arriving messages. */
    boolean hasRoomToSpare() {
        return lanes.hasRoomToSpare();
    }

    /** Offers a message that its source keeps until it is logged; returns {@code false} if there is no room. */
    boolean replay(InboundMessage message) {
        return lanes.replay(new QueuedMessage(account, message));
    }

    /**
     * Takes a message in without waiting.
     *
     * @param receipt pending acknowledgement of the message, or {@code null}
     */
    void offer(InboundMessage message, @Nullable Receipt receipt) {
        lanes.offer(new QueuedMessage(account, message, receipt));
    }

    /** Refuses a message that arrives after the stop. */
    void tooLate(InboundMessage message, @Nullable Receipt receipt) {
        new QueuedMessage(account, message, receipt).refuse(DropReason.STOPPED);
    }
}
