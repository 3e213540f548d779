// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * First-in, first-out queue of one lane. Any thread may append. Only the lane's thread polls and waits; after its end,
 * the thread that closes the lane.
 */
public interface LaneQueue {

    /** Appends a message without waiting for the lane; returns {@code false} if there is no room. */
    boolean append(QueuedMessage message);

    /** Returns whether the queue is at most half full, so that a replay may add to it; any thread may ask. */
    boolean hasRoomToSpare();

    /** Takes the oldest message, or returns {@code null} if none waits. */
    @Nullable
    QueuedMessage poll();

    /** Returns how many messages wait; any thread may ask. */
    int depth();

    /**
     * Waits until this many messages or bytes wait, the queue fills up, or the time is over; may return earlier. For
     * the lane's thread only.
     *
     * @param messages messages to wait for, at least 1
     * @param bytes bytes of messages to wait for, at least 1
     * @param nanos the longest wait, nanoseconds
     */
    void await(int messages, long bytes, long nanos);

    /** Ends a wait of the lane's thread. */
    void wakeUp();

    /**
     * Recovers this lane's messages of an earlier process; before anything is appended.
     *
     * @return their latest arrival time, epoch microseconds
     */
    default long recover() {
        return Long.MIN_VALUE;
    }

    /**
     * Commits the messages taken next, up to the first that is not completed. For the lane's thread.
     *
     * @param isDurable whether the outcomes of all messages taken so far survive a power cut; if not, a later call
     *     commits them
     */
    default void commit(List<QueuedMessage> taken, boolean isDurable) {}

    /**
     * Syncs the queue's log, if it has one; any thread may call it.
     *
     * @throws java.io.UncheckedIOException if that fails
     */
    default void sync() {}

    /** Makes messages appended from now on wait for the next process, if the queue has a log; the pipeline stops. */
    default void seal() {}

    /** Releases the queue's resources; nothing is appended any more. */
    default void close() {}

    /**
     * Ends the queue after its lane: messages that are in no log become dead letters or are refused, also those appended
     * later. Calling it twice is harmless.
     */
    void end(Outcomes outcomes);
}
