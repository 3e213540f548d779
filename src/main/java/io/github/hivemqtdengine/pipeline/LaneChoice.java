package io.github.hivemqtdengine.pipeline;

/** Decides which of a database's lanes a message goes to. May be called by any thread. */
@FunctionalInterface
interface LaneChoice {

    /** Appends a message to the lane of its choice, without waiting for it; {@code false} if there is no room. */
    boolean offer(QueuedMessage message);
}
