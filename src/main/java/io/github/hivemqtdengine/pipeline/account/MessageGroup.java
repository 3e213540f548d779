package io.github.hivemqtdengine.pipeline.account;

import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Group of messages in flight that must stay in order and share one lane. May be used by any thread. */
public final class MessageGroup {

    private final Integer bucket;
    private final int lane;
    private final ConcurrentMap<Integer, MessageGroup> open;
    private final AtomicInteger inFlight = new AtomicInteger(1);

    /**
     * Creates a group with a first message.
     *
     * @param lane index of the lane in its database
     * @param open groups in flight by bucket; the group leaves the map with its last message
     */
    public MessageGroup(Integer bucket, int lane, ConcurrentMap<Integer, MessageGroup> open) {
        this.bucket = bucket;
        this.lane = lane;
        this.open = open;
    }

    /** Returns the index of the lane in its database. */
    public int lane() {
        return lane;
    }

    /** Adds a message; returns {@code false} if the group has ended, which is final. */
    public boolean join() {
        return inFlight.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    /** Removes a message that is completed or was not taken in; returns {@code true} if it was the last. */
    public boolean leave() {
        boolean wasLast = inFlight.decrementAndGet() == 0;
        if (wasLast) {
            open.remove(bucket, this);
        }
        return wasLast;
    }
}
