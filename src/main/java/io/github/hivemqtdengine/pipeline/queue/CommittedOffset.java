package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.time.ArrivalClock;
import io.github.hivemqtdengine.pipeline.time.EpochClock;
import java.util.List;
import java.util.function.Supplier;

/**
 * Committed offset of a lane's log: everything before the first message that is not completed. A later process
 * continues there. For the lane's thread.
 */
final class CommittedOffset {

    private final MessageLog log;
    private final Supplier<HighWaterMark> latestKey;
    private final EpochClock clock;
    /** Set once a message was not completed, so that a later process has to write it. */
    private boolean isOver;
    /** Latest arrival time of all committed messages that are not far ahead of the clock, epoch microseconds. */
    private long arrival = Long.MIN_VALUE;

    /** @param latestKey high-water mark of the timestamps */
    CommittedOffset(MessageLog log, Supplier<HighWaterMark> latestKey) {
        this(log, latestKey, EpochClock.SYSTEM);
    }

    CommittedOffset(MessageLog log, Supplier<HighWaterMark> latestKey, EpochClock clock) {
        this.log = log;
        this.latestKey = latestKey;
        this.clock = clock;
    }

    /**
     * Commits the messages taken next, up to the first that is not completed.
     *
     * @return whether the log may have more room now
     */
    boolean settle(List<QueuedMessage> batch) {
        long number = 0;
        long now = clock.micros();
        if (ArrivalClock.isAhead(arrival, now)) { // the clock was set back meanwhile
            arrival = Long.MIN_VALUE;
        }
        for (var message : batch) {
            isOver |= !message.isSettled();
            if (isOver) {
                break;
            }
            number = Math.max(number, message.number()); // a message in memory only has none
            long stamp = message.message().arrivalMicros();
            if (!message.message().replayed() && !ArrivalClock.isAhead(stamp, now)) {
                arrival = Math.max(arrival, stamp);
            }
        }
        if (number > 0) {
            var keys = latestKey.get().withoutAhead(now);
            log.settle(number, keys.max(new HighWaterMark(arrival, HighWaterMark.NONE.key())));
        }
        return number > 0;
    }
}
