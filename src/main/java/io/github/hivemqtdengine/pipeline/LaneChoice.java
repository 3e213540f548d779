package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import java.util.List;
import java.util.function.Function;

/** Choice of the lane for each message of a database. May be called by any thread. */
@FunctionalInterface
interface LaneChoice {

    /** Appends a message to the chosen lane without waiting; returns {@code false} if there is no room. */
    boolean dispatch(QueuedMessage message);

    /** Returns a choice that sends messages of one key to the same lane, so that they stay in order. */
    static LaneChoice byKey(List<Lane> lanes, Function<InboundMessage, String> key) {
        return message -> {
            int hash = key.apply(message.message()).hashCode();
            return lanes.get(Math.floorMod(hash ^ (hash >>> 16), lanes.size())).enqueue(message);
        };
    }
}
