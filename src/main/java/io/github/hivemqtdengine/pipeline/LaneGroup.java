package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import java.time.Duration;
import java.util.List;

/** The lanes of one database. Any thread may offer. */
final class LaneGroup {

    private final List<Lane> lanes;
    private final OverflowLog overflow;

    LaneGroup(String databaseId, List<Lane> lanes) {
        this.lanes = List.copyOf(lanes);
        this.overflow = new OverflowLog(databaseId);
    }

    void start() {
        lanes.forEach(Lane::start);
    }

    /** Puts a message into the lane of its topic, so that messages of one topic stay in order. */
    void offer(QueuedMessage queued) {
        if (!laneOf(queued.message()).offer(queued)) {
            queued.account().drop(DropReason.OVERFLOW);
            overflow.dropped();
        }
    }

    private Lane laneOf(InboundMessage message) {
        int hash = message.topic().hashCode();
        return lanes.get(Math.floorMod(hash ^ (hash >>> 16), lanes.size()));
    }

    /** Lets the lanes look at the stop signal. */
    void wakeUp() {
        lanes.forEach(Lane::wakeUp);
    }

    /** Waits for all lanes, no longer than until a value of {@link System#nanoTime}. */
    void join(long deadlineNanos) throws InterruptedException {
        for (var lane : lanes) {
            lane.join(Duration.ofNanos(deadlineNanos - System.nanoTime()));
        }
    }
}
