package io.github.hivemqtdengine.pipeline;

import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Messages in flight that must stay in order, so that one lane has them all. May be used by any thread. */
final class MessageGroup {

    private final Integer bucket;
    private final Lane lane;
    private final ConcurrentMap<Integer, MessageGroup> open;
    private final AtomicInteger inFlight = new AtomicInteger(1);

    /**
     * A group with a first message.
     *
     * @param open the groups in flight by the buckets of their names, which it leaves with its last message
     */
    MessageGroup(Integer bucket, Lane lane, ConcurrentMap<Integer, MessageGroup> open) {
        this.bucket = bucket;
        this.lane = lane;
        this.open = open;
    }

    Lane lane() {
        return lane;
    }

    /** One message more, or {@code false} if none was left, and then there never is one again. */
    boolean join() {
        return inFlight.getAndUpdate(count -> count == 0 ? 0 : count + 1) > 0;
    }

    /** The fate of one message is sealed, or it did not get in; {@code true} if it was the last. */
    boolean leave() {
        boolean wasLast = inFlight.decrementAndGet() == 0;
        if (wasLast) {
            open.remove(bucket, this);
        }
        return wasLast;
    }
}
