package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;

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
        return lanes.replay(account, message);
    }

    /** Takes a message in without waiting. */
    void offer(InboundMessage message) {
        lanes.offer(account, message);
    }
}
