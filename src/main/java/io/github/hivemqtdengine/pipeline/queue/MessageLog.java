// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Write-ahead log of one lane: its messages that are not completed yet, kept across processes. Messages are numbered
 * from 1 in the order of their appends, without a gap.
 */
public interface MessageLog {

    /** Outcome of {@link #append}. */
    enum Status {
        ACCEPTED,
        /** The logs have reached their configured size. */
        NO_ROOM,
        /** Less of the disk is free than the configured minimum. */
        DISK_SHORT,
        /** The disk fails or is full, or the log is closed. */
        FAILED,
        /** The message is too large for the log, regardless of the room. */
        TOO_LARGE
    }

    /**
     * Result of {@link #append}.
     *
     * @param number the number of an accepted message, otherwise 0
     */
    record Appended(Status status, long number) {

        private static final Map<Status, Appended> REFUSED = Arrays.stream(Status.values())
                .collect(Collectors.toMap(
                        why -> why, why -> new Appended(why, 0), (a, b) -> a, () -> new EnumMap<>(Status.class)));

        public static Appended as(long number) {
            return new Appended(Status.ACCEPTED, number);
        }

        /**
         * Returns the result for a message that was not accepted, without allocating.
         *
         * @param why any status but {@link Status#ACCEPTED}
         */
        public static Appended refused(Status why) {
            return Objects.requireNonNull(REFUSED.get(why));
        }

        public boolean isAccepted() {
            return status == Status.ACCEPTED;
        }
    }

    /** Visits every message of an earlier process, oldest first; to be called before anything else. */
    void forEachWaiting(Consumer<LoggedMessage> visitor);

    /**
     * Appends a message, which then survives a crash of the process. Does not throw and waits for the disk only. One
     * thread at a time.
     */
    Appended append(String routeId, InboundMessage message);

    /**
     * Syncs all appended messages to the disk, so that they survive a power cut. One thread at a time, not necessarily
     * the one that appends.
     *
     * @throws java.io.UncheckedIOException if that fails; then it is unknown which of all messages so far are on the
     *     disk
     */
    void sync();

    /** Returns the number of the last appended message; any thread may ask. */
    long lastNumber();

    /** Returns the number of the oldest message that is not completed; one more than the last if all are. */
    default long oldestNumber() {
        return lastNumber() + 1;
    }

    /** Returns the crash note of an earlier process, or {@code null}. */
    default @Nullable Attempt attempt() {
        return null;
    }

    /** Replaces the crash note so that it survives a crash; {@code null} deletes it. */
    default void noteAttempt(@Nullable Attempt attempt) {}

    /**
     * Drops as many of the oldest unread messages as are needed to append this one; none if that would not suffice. Not
     * at the same time as {@link #append}. Every message appended since {@link #readFromHere} must be unread or
     * completed.
     *
     * @param losses receives messages before they are dropped, those that change a state outside of the log: what was
     *     learned from them must not be used any more, even if the process dies
     * @return the dropped messages, oldest first
     */
    List<DroppedMessages> makeRoom(String routeId, InboundMessage message, Consumer<Lost> losses);

    /** Makes {@link #read} continue with the next appended message. Not at the same time as {@link #append}. */
    void readFromHere();

    /**
     * Reads the next message, starting with the oldest of an earlier process. One thread at a time, not necessarily the
     * one that appends.
     *
     * @return {@code null} if there is none at the moment
     */
    @Nullable
    LoggedMessage read();

    /**
     * Commits all messages up to this number: no process reads them again. For the lane's thread.
     *
     * @param mark timestamp high-water mark for a later process
     */
    void commit(long number, HighWaterMark mark);

    /**
     * Messages that were dropped unread to make room for newer ones.
     *
     * @param first number of the first one
     * @param last number of the last one
     * @param countByRoute message counts by the route that accepted them
     */
    record DroppedMessages(long first, long last, Map<String, Integer> countByRoute) {

        public DroppedMessages {
            countByRoute = Map.copyOf(countByRoute);
        }

        /** Returns the total count. */
        int count() {
            return countByRoute.values().stream().mapToInt(Integer::intValue).sum();
        }
    }

    /**
     * Crash note of a lane: the messages being tried. The next process reads it if this one dies.
     *
     * @param until last message that is tried alone, 0 for none
     * @param suspect message that was tried alone last, 0 for none
     * @param crashes processes that crashed while the suspect, or a first batch without one, was in flight
     * @param isInFlight whether the suspect, or a batch without one, is being decoded, mapped or written
     */
    record Attempt(long until, long suspect, int crashes, boolean isInFlight) {}

    /**
     * Message of a {@link MessageLog} or of a dead letter file.
     *
     * @param number number in the log, or line in the file, from 1
     * @param routeId id of the route that accepted it; the configuration may have changed since
     * @param message the whole message
     * @param isAfterDamage whether messages are lost, since they are damaged, after the last message of the same origin before it
     */
    record LoggedMessage(long number, String routeId, InboundMessage message, boolean isAfterDamage) {

        /** Creates a message that follows the one before it. */
        public LoggedMessage(long number, String routeId, InboundMessage message) {
            this(number, routeId, message, false);
        }
    }
}
