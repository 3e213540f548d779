package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one lane has taken in and not settled yet, kept so that it outlives the process. Messages are numbered from 1 on
 * in the order in which they were appended, without a gap.
 */
public interface MessageLog {

    /** What {@link #append} returns where a message was not kept. */
    long NO_ROOM = -1;

    /** What {@link #append} returns where a message can't be kept whatever room there is. */
    long TOO_LARGE = -2;

    /** Shows every message that an earlier process has left, oldest first; to be called before anything else. */
    void forEachWaiting(Consumer<LoggedMessage> visitor);

    /**
     * Appends a message: when this returns, it survives the death of the process. It does not throw and waits for
     * nothing but the disk. One thread at a time.
     *
     * @return the message's number, {@link #NO_ROOM}, or {@link #TOO_LARGE}
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
