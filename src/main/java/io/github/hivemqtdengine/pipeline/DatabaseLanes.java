// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.delivery.Database;
import io.github.hivemqtdengine.pipeline.delivery.TimestampAllocator;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Overflow;
import io.github.hivemqtdengine.pipeline.queue.OverflowLog;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.time.ArrivalClock;
import io.github.hivemqtdengine.time.StopSignal;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lanes of one database, which may be replaced while they run. Any thread may append messages. */
final class DatabaseLanes {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseLanes.class);

    private final CurrentDatabase database;
    private final StopSignal stop;
    private final List<Lane> lanes;
    private final TimestampAllocator keys;
    private final LaneChoice choice;
    private final LaneChoice byEdgeNode;
    private final Overflow overflow;
    private final OverflowLog overflowLog;

    /**
     * Database that the lanes write to. They use a replacement with their next batch, or with the next attempt of a
     * waiting one.
     */
    static final class CurrentDatabase implements Supplier<Database> {

        private volatile Database database;

        CurrentDatabase(Database database) {
            this.database = database;
        }

        @Override
        public Database get() {
            return database;
        }

        private void replaceWith(Database other) {
            database = other;
        }
    }

    /** @param stop stop signal of the lanes */
    DatabaseLanes(
            CurrentDatabase database,
            StopSignal stop,
            List<Lane> lanes,
            TimestampAllocator keys,
            LaneChoice choice,
            Overflow overflow,
            OverflowLog overflowLog) {
        this.database = database;
        this.stop = stop;
        this.lanes = List.copyOf(lanes);
        this.keys = keys;
        this.choice = choice;
        var queues = this.lanes.stream().map(Lane::queue).toList();
        this.byEdgeNode = LaneChoice.byKey(queues, message -> LaneChoice.edgeNode(message.topic()));
        this.overflow = overflow;
        this.overflowLog = overflowLog;
    }

    /** Returns the choice of the lane of messages without a route. */
    LaneChoice choice() {
        return choice;
    }

    /** Returns the choice of the lane of a route's messages. */
    LaneChoice choice(Route route) {
        return route.ordersByEdgeNode() ? byEdgeNode : choice;
    }

    /** Recovers the messages of an earlier process; returns their latest arrival time, epoch microseconds. */
    long recover() {
        return lanes.stream().mapToLong(lane -> lane.queue().recover()).max().orElse(Long.MIN_VALUE);
    }

    /** @param marks timestamp high-water marks that the lanes of an earlier process left */
    void start(List<HighWaterMark> marks) {
        if (!keys.startAfter(marks)) {
            LOG.warn(
                    "Database \"{}\": an earlier process chose timestamps up to {}, more than {} ahead of"
                            + " the system clock. New rows get the time of the clock; until the clock reaches that"
                            + " time, a new row may replace an earlier row of the same subtable and timestamp",
                    database.get().id(),
                    ArrivalClock.instant(HighWaterMark.latest(marks).key()),
                    ArrivalClock.TOLERANCE);
        }
        lanes.forEach(Lane::start);
    }

    /** Returns whether every lane has room for replayed messages besides arriving ones. */
    boolean hasRoomToSpare() {
        return lanes.stream().allMatch(lane -> lane.queue().hasRoomToSpare());
    }

    /** Drops or refuses a message for which no lane has room. */
    void dropOrRefuse(QueuedMessage message) {
        if (message.hasMissedDisk()) {
            overflowLog.countMissedDisk();
        } else {
            overflowLog.countDropped(1);
        }
        // overflow may be dropped and acknowledged as configured; a message that the disk did not take may not
        if (overflow == Overflow.WITHHOLD_ACK || message.hasMissedDisk()) {
            message.refuse(DropReason.OVERFLOW);
        } else {
            message.drop(DropReason.OVERFLOW);
        }
    }

    /** Returns how many messages wait or are being written. */
    int messages() {
        return lanes.stream().mapToInt(lane -> lane.pace().messages()).sum();
    }

    /** Returns the time after which a write fails. */
    Duration longestWrite() {
        return database.get().longestWrite();
    }

    /** Replaces the database, and wakes up lanes that pause before a retry. */
    void writeTo(Database other) {
        if (database.get() != other) {
            database.replaceWith(other);
            stop.wakeUp();
        }
    }

    /** Makes messages that are accepted from now on wait for the next process, if the lane has a log. */
    void seal() {
        lanes.forEach(lane -> lane.queue().seal());
    }

    /** Begins the stop: lanes write waiting messages until the drain time is over. */
    void stopWithin(Duration drainTimeout) {
        stop.stopWithin(drainTimeout); // before the lanes' threads wake up and look for it
        lanes.forEach(lane -> lane.queue().wakeUp());
    }

    /**
     * Syncs the lanes' logs, if there are any.
     *
     * @throws java.io.UncheckedIOException if that fails
     */
    void sync() {
        lanes.forEach(lane -> lane.queue().sync());
    }

    /** Releases the lanes' resources; call after they have ended and nothing is accepted any more. */
    void close() {
        lanes.forEach(Lane::close);
    }

    /** Waits for the lanes to end, at most until this value of {@link System#nanoTime}. */
    void join(long deadlineNanos) throws InterruptedException {
        for (var lane : lanes) {
            lane.join(Duration.ofNanos(deadlineNanos - System.nanoTime()));
        }
    }
}
