// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.time.ArrivalClock;
import io.github.hivemqtdengine.time.EpochClock;
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
    /** Number of the latest completed message that is not committed, 0 if there is none. */
    private long number;
    /** Latest arrival time of all completed messages that are not far ahead of the clock, epoch microseconds. */
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
     * Adds the messages taken next, up to the first that is not completed, and commits all messages added so far.
     *
     * @param isDurable whether their outcomes survive a power cut; if not, a later call commits them
     * @return whether the log may have more room now
     */
    boolean commit(List<QueuedMessage> batch, boolean isDurable) {
        long now = clock.micros();
        add(batch, now);
        if (!isDurable || number == 0) {
            return false;
        }
        var keys = latestKey.get().withoutAhead(now);
        log.commit(number, keys.max(new HighWaterMark(arrival, HighWaterMark.NONE.key())));
        number = 0;
        return true;
    }

    private void add(List<QueuedMessage> batch, long now) {
        if (ArrivalClock.isAhead(arrival, now)) { // the clock was set back meanwhile
            arrival = Long.MIN_VALUE;
        }
        for (var message : batch) {
            isOver |= !message.isCompleted();
            if (isOver) {
                break;
            }
            number = Math.max(number, message.number()); // a message in memory only has none
            long stamp = message.message().arrivalMicros();
            if (!message.message().replayed() && !ArrivalClock.isAhead(stamp, now)) {
                arrival = Math.max(arrival, stamp);
            }
        }
    }
}
