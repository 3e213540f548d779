package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.metrics.DropReason;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The lanes of one database, and the database itself, which may become another one. Any thread may offer. */
final class DatabaseLanes {

    private static final Logger LOG = LoggerFactory.getLogger(DatabaseLanes.class);

    private final CurrentDatabase database;
    private final StopSignal stop;
    private final List<Lane> lanes;
    private final TimeKeys keys;
    private final LaneChoice choice;
    private final Overflow overflow;
    private final OverflowLog overflowLog;

    /** @param stop what the lanes stop at */
    DatabaseLanes(
            CurrentDatabase database,
            StopSignal stop,
            List<Lane> lanes,
            TimeKeys keys,
            LaneChoice choice,
            Overflow overflow,
            OverflowLog overflowLog) {
        this.database = database;
        this.stop = stop;
        this.lanes = List.copyOf(lanes);
        this.keys = keys;
        this.choice = choice;
        this.overflow = overflow;
        this.overflowLog = overflowLog;
    }

    /** Takes in what an earlier process has left; returns its latest time of arrival, epoch microseconds. */
    long recover() {
        return lanes.stream().mapToLong(Lane::recover).max().orElse(Long.MIN_VALUE);
    }

    /** @param marks how far the lanes of an earlier process have come with their keys */
    void start(List<KeyMark> marks) {
        if (!keys.startBehind(marks)) {
            LOG.warn(
                    "Database {}: an earlier process chose timestamps up to {}, more than {} ahead of the system's clock."
                            + " New rows take the time of the clock; until then one may replace an earlier row of the"
                            + " same subtable and timestamp",
                    database.id(),
                    ArrivalClock.instant(KeyMark.latest(marks).key()),
                    ArrivalClock.TOLERANCE);
        }
        lanes.forEach(Lane::start);
    }

    /** Puts a message into a lane that was taken in before; {@code false} if there is no room. */
    boolean replay(QueuedMessage message) {
        return choice.offer(message.keptElsewhere());
    }

    /** Whether no lane has so much to do that messages from elsewhere would take the room of those that arrive. */
    boolean hasRoomToSpare() {
        return lanes.stream().allMatch(Lane::hasRoomToSpare);
    }

    /** Puts a received message into a lane, or drops or refuses it where there is no room. */
    void offer(QueuedMessage message) {
        if (choice.offer(message)) {
            return;
        }
        if (message.hasMissedDisk()) {
            overflowLog.missedDisk();
        } else {
            overflowLog.dropped(1);
        }
        // dropping for want of room is what the configuration may want; a disk that is short or fails is not
        if (overflow == Overflow.WITHHOLD_ACK || message.hasMissedDisk()) {
            message.refuse(DropReason.OVERFLOW);
        } else {
            message.drop(DropReason.OVERFLOW);
        }
    }

    /** How many messages wait or are being written. */
    int messages() {
        return lanes.stream().mapToInt(Lane::messages).sum();
    }

    /** How long a write that is under way may take until it fails. */
    Duration longestWrite() {
        return database.longestWrite();
    }

    /** Lets the lanes write to this database from now on, and what waits for a try have it. */
    void writeTo(Database other) {
        if (!database.is(other)) {
            database.become(other);
            stop.hurry();
        }
    }

    /** What is offered from now on waits for the next process, if it can. */
    void seal() {
        lanes.forEach(Lane::seal);
    }

    /** Begins the stop: what waits is written until the time is over. */
    void stopWithin(Duration drainTimeout) {
        stop.stopWithin(drainTimeout);
        lanes.forEach(Lane::wakeUp);
    }

    /**
     * Brings what waits to the disk, if it waits there.
     *
     * @throws java.io.UncheckedIOException if that fails
     */
    void sync() {
        lanes.forEach(Lane::sync);
    }

    /** Gives back what the lanes hold, once they have ended and nothing is offered any more. */
    void close() {
        lanes.forEach(Lane::close);
    }

    /** Waits for all lanes, no longer than until a value of {@link System#nanoTime}. */
    void join(long deadlineNanos) throws InterruptedException {
        for (var lane : lanes) {
            lane.join(Duration.ofNanos(deadlineNanos - System.nanoTime()));
        }
    }
}
