package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import org.jspecify.annotations.Nullable;

/**
 * Where the messages of one route go. Any thread may offer.
 *
 * @param account where their fate is written down
 * @param lanes the lanes of the route's database
 */
record RouteTarget(RouteAccount account, DatabaseLanes lanes) {

    /** Whether there is more room than the messages need that arrive. */
    boolean hasRoomToSpare() {
        return lanes.hasRoomToSpare();
    }

    /** Takes a message in again that was taken in before; {@code false} if there is no room. */
    boolean replay(InboundMessage message) {
        return lanes.replay(new QueuedMessage(account, message));
    }

    /**
     * Takes a message in without waiting.
     *
     * @param receipt what the message's acknowledgement waits for, or {@code null}
     */
    void offer(InboundMessage message, @Nullable Receipt receipt) {
        lanes.offer(new QueuedMessage(account, message, receipt));
    }

    /** A message came after the pipeline had been told to stop. */
    void tooLate(InboundMessage message, @Nullable Receipt receipt) {
        new QueuedMessage(account, message, receipt).refuse(DropReason.STOPPED);
    }
}
