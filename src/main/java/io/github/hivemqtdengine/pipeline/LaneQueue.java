package io.github.hivemqtdengine.pipeline;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What waits in one lane: first in, first out. Any thread may offer; the lane's thread takes and waits, and once it has
 * ended, whoever closes the lane.
 */
interface LaneQueue {

    /** Appends a message without waiting; {@code false} if there is no room. */
    boolean offer(QueuedMessage message);

    /** Whether there is so much room that a message can come that would be as well off elsewhere; any thread may ask. */
    boolean hasRoomToSpare();

    /** Takes the oldest message, or {@code null} if none waits. */
    @Nullable
    QueuedMessage poll();

    /** How many messages wait; any thread may ask. */
    int depth();

    /**
     * Waits until this many messages or bytes are there, the queue is filling up, or the time is over; may return
     * earlier. For the lane's thread only.
     *
     * @param messages how many messages to wait for, at least 1
     * @param bytes how many bytes of them to wait for, at least 1
     * @param nanos the longest wait, nanoseconds
     */
    void await(int messages, long bytes, long nanos);

    /** Ends a wait of the lane's thread. */
    void wakeUp();

    /**
     * Has what an earlier process left in this lane; before anything is offered.
     *
     * @return the latest time of arrival of it, epoch microseconds
     */
    default long recover(Lane lane) {
        return Long.MIN_VALUE;
    }

    /** These messages, the oldest that were taken, are delivered, as far as they are settled. For the lane's thread. */
    default void settle(List<QueuedMessage> taken) {}

    /**
     * Brings what waits to the disk, if it waits there; any thread may call it.
     *
     * @throws java.io.UncheckedIOException if that fails
     */
    default void sync() {}

    /** The pipeline stops: what is offered from now on waits for the next process, if it can. */
    default void seal() {}

    /** Nothing is offered any more. */
    default void close() {}

    /** The lane has ended: gives away what would be lost with the process. */
    void giveRest(Outcomes outcomes);
}
