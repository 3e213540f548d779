package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.pipeline.account.QueuedMessage;

/** Choice of the lane for each message of a database. May be called by any thread. */
@FunctionalInterface
interface LaneChoice {

    /** Appends a message to the chosen lane without waiting; returns {@code false} if there is no room. */
    boolean offer(QueuedMessage message);
}
