package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one lane has taken in and not settled yet, kept so that it outlives the process. Messages are numbered from 1 on
 * in the order in which they were appended, without a gap.
 */
public interface MessageLog {

    /** What {@link #append} returns where a message was not kept since the logs have reached their configured size. */
    long NO_ROOM = -1;

    /** What {@link #append} returns where a message was not kept for another reason. */
    long FAILED = -2;

    /** What {@link #append} returns where a message can't be kept whatever room there is. */
    long TOO_LARGE = -3;

    /** What {@link #append} returns where a message was not kept since less of the disk is free than is to be left. */
    long DISK_SHORT = -4;

    /** Shows every message that an earlier process has left, oldest first; to be called before anything else. */
    void forEachWaiting(Consumer<LoggedMessage> visitor);

    /**
     * Appends a message: when this returns, it survives the death of the process. It does not throw and waits for
     * nothing but the disk. One thread at a time.
     *
     * @return the message's number, or one of {@link #NO_ROOM}, {@link #FAILED}, {@link #TOO_LARGE} and
     *     {@link #DISK_SHORT}, which are negative
     */
    long append(String routeId, InboundMessage message);

    /**
     * Brings everything that was appended so far to the disk, so that it survives a power cut. One thread at a time, which
     * need not be the one that appends.
     *
     * @throws java.io.UncheckedIOException if that fails; then nobody knows what of all messages so far is on the disk
     */
    void sync();

    /** The number of the message that was appended last; any thread may ask. */
    long lastNumber();

    /** The number of the oldest message that is not settled; one more than the last where all are. */
    default long oldestNumber() {
        return lastNumber() + 1;
    }

    /** The note that an earlier process has left by its death, or {@code null}. */
    default @Nullable Attempt attempt() {
        return null;
    }

    /** Replaces the note of what is tried, so that it survives the death of the process; {@code null} deletes it. */
    default void noteAttempt(@Nullable Attempt attempt) {}

    /**
     * Gives up the oldest messages that are yet to be read, as many as it takes to append this one; none if even all of
     * them would not do. Not at the same time as {@link #append}, and only while all that was appended since
     * {@link #readFromHere} is yet to be read or settled.
     *
     * @return what was given up, oldest first
     */
    List<DroppedMessages> makeRoom(String routeId, InboundMessage message);

    /** Lets {@link #read} go on with what is appended next. Not at the same time as {@link #append}. */
    void readFromHere();

    /**
     * Reads the next message, at first the oldest that an earlier process has left. One thread at a time, which need not
     * be the one that appends.
     *
     * @return {@code null} if there is none at the moment
     */
    @Nullable
    LoggedMessage read();

    /**
     * The fate of all messages up to this number is sealed: they are never read again, by a later process neither. For
     * the lane's thread.
     *
     * @param mark what a later process has to know of the keys that were given
     */
    void settle(long number, KeyMark mark);
}
