package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import java.time.Duration;
import java.util.List;

/** The lanes of one database. Any thread may offer. */
final class DatabaseLanes {

    private final List<Lane> lanes;
    private final LaneChoice choice;
    private final OverflowLog overflow;

    DatabaseLanes(String databaseId, List<Lane> lanes, LaneChoice choice) {
        this.lanes = List.copyOf(lanes);
        this.choice = choice;
        this.overflow = new OverflowLog(databaseId);
    }

    void start() {
        lanes.forEach(Lane::start);
    }

    /** Puts a received message into a lane, or drops it where there is no room. */
    void offer(RouteAccount account, InboundMessage message) {
        if (!choice.offer(account, message)) {
            account.drop(DropReason.OVERFLOW);
            overflow.dropped();
        }
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
