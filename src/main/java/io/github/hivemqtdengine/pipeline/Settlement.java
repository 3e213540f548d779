package io.github.hivemqtdengine.pipeline;

import java.util.List;
import java.util.function.Supplier;

/**
 * Tells a lane's log how far its messages are settled: up to the first one that is not, from where a later process writes
 * again. For the lane's thread.
 */
final class Settlement {

    private final MessageLog log;
    private final Supplier<KeyMark> latestKey;
    private final EpochClock clock;
    /** Whether a message was left behind that a later process has to write. */
    private boolean isOver;
    /** The latest time of arrival of all that is settled and not far ahead of the clock, epoch microseconds. */
    private long arrival = Long.MIN_VALUE;

    /** @param latestKey the latest key that was made of a time of arrival, with that time */
    Settlement(MessageLog log, Supplier<KeyMark> latestKey) {
        this(log, latestKey, EpochClock.SYSTEM);
    }

    Settlement(MessageLog log, Supplier<KeyMark> latestKey, EpochClock clock) {
        this.log = log;
        this.latestKey = latestKey;
        this.clock = clock;
    }

    /**
     * These messages were taken next, and delivered as far as they are settled.
     *
     * @return whether the log may have more room now
     */
    boolean settle(List<QueuedMessage> batch) {
        long number = 0;
        long now = clock.micros();
        if (ArrivalClock.isAhead(arrival, now)) { // the clock was set back since
            arrival = Long.MIN_VALUE;
        }
        for (var message : batch) {
            isOver |= !message.isSettled();
            if (isOver) {
                break;
            }
            number = Math.max(number, message.number()); // one that is in memory only has none
            long stamp = message.message().arrivalMicros();
            if (!message.message().replayed() && !ArrivalClock.isAhead(stamp, now)) {
                arrival = Math.max(arrival, stamp);
            }
        }
        if (number > 0) {
            var keys = latestKey.get().withoutAhead(now);
            log.settle(number, keys.max(new KeyMark(arrival, KeyMark.NONE.key())));
        }
        return number > 0;
    }
}
