// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import io.github.hivemqtdengine.memory.SaltedHash;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.metrics.AccountCounter;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import io.github.hivemqtdengine.time.ArrivalClock;
import io.github.hivemqtdengine.time.EpochClock;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * Allocator of the final row timestamps of one database, by each route's policy for equal timestamps. Shared by the
 * database's lanes, since several topics may feed one subtable.
 */
public final class TimestampAllocator {

    private static final int REMEMBERED_ROWS = 50_000;
    private static final long NANOS_PER_MICRO = 1_000;

    /** By precision: a recreated database may have another precision, and so other ticks. */
    private final Map<Precision, AllocatedTimestamps> given = new EnumMap<>(Precision.class);

    private final SaltedHash subtables = new SaltedHash();
    /** Names of the latest row, which are usually those of the next one, and their hash; guarded by the monitor. */
    private String superTable = "";

    private String subtable = "";
    private long subtableHash = subtables.of(superTable, subtable);

    private final Supplier<Set<String>> sharedTables;
    private final EpochClock clock;
    private List<HighWaterMark> marksOfEarlierProcess = List.of();
    /** Latest time of the system's clock seen here, epoch microseconds. */
    private long latestTime = Long.MIN_VALUE;

    private volatile HighWaterMark latest = HighWaterMark.NONE;

    /** @param sharedTables supplies the super tables that several routes write or have written */
    public TimestampAllocator(Supplier<Set<String>> sharedTables) {
        this(sharedTables, EpochClock.SYSTEM);
    }

    public TimestampAllocator(Supplier<Set<String>> sharedTables, EpochClock clock) {
        this.sharedTables = sharedTables;
        this.clock = clock;
    }

    /**
     * Returns the message with the final keys of its rows. Keys already assigned are kept, unless the database was
     * recreated with another precision, in which they might collide.
     *
     * @throws MappingException if the route rejects equal timestamps and there is one
     */
    public MappedMessage assign(MappedMessage message, Precision precision) throws MappingException {
        if (message.keyed() == precision || isUniqueByItself(message.route(), precision)) {
            return message;
        }
        return switch (message.route().timeKeys().onEqual()) {
            case COMPOSITE_KEY -> message.keyed(message.rows(), precision);
            case BUMP -> bump(message, precision);
            case OVERWRITE -> overwrite(message, precision);
            case REJECT -> reject(message, precision);
        };
    }

    /**
     * Returns the rows of one message with the keys that they get in an empty database, without a row that a later one
     * overwrites.
     *
     * @throws MappingException as {@link #assign} does
     */
    public static List<Row> keyed(Route route, InboundMessage message, List<Row> rows, Precision precision)
            throws MappingException {
        return new TimestampAllocator(Set::of, message::arrivalMicros).keys(route, message, rows, precision);
    }

    /**
     * Returns the rows of one message with the keys that they get after those of earlier calls, without a row that a
     * later one of the message overwrites.
     *
     * @throws MappingException as {@link #assign} does
     */
    public List<Row> keys(Route route, InboundMessage message, List<Row> rows, Precision precision)
            throws MappingException {
        var queued = new QueuedMessage(new RouteAccount(route.id(), PipelineMetrics.NONE), message);
        var keyed = assign(new MappedMessage(queued, route, rows), precision).rows();
        if (route.timeKeys().onEqual() != EqualTimestamps.OVERWRITE) {
            return keyed;
        }
        var last = new LinkedHashMap<List<Object>, Row>();
        keyed.forEach(row ->
                last.put(List.of(row.shape().superTable(), row.subtable(), precision.ticks(row.timestamp())), row));
        return List.copyOf(last.values());
    }

    private boolean isUniqueByItself(Route route, Precision precision) {
        var keys = route.timeKeys();
        return keys.areArrivals()
                && !keys.haveManyRows()
                && precision != Precision.MILLISECONDS
                && !sharesATable(route);
    }

    private boolean sharesATable(Route route) {
        if (route.hasNamedTables()) {
            return true;
        }
        var shared = sharedTables.get();
        for (var table : route.tables()) {
            if (shared.contains(table.shape().superTable())) {
                return true;
            }
        }
        return false;
    }

    private AllocatedTimestamps given(Precision precision) {
        return given.computeIfAbsent(precision, this::givenByEarlierProcess);
    }

    private AllocatedTimestamps givenByEarlierProcess(Precision precision) {
        var trusted = HighWaterMark.latestWithoutAhead(marksOfEarlierProcess, clock.micros());
        var latest = HighWaterMark.latest(marksOfEarlierProcess);
        return new AllocatedTimestamps(REMEMBERED_ROWS, ticks(trusted, precision), ticks(latest, precision));
    }

    private static long ticks(HighWaterMark mark, Precision precision) {
        return mark.key() == HighWaterMark.NONE.key() ? Long.MIN_VALUE : precision.ticks(mark.key() * NANOS_PER_MICRO);
    }

    /**
     * Starts arrival-time keys after the marks of an earlier process. The key of a clock that was wrong is ignored,
     * since it would move the rows of all subtables.
     *
     * @param marks one of each lane
     * @return {@code false} if the latest key is ignored
     */
    public synchronized boolean startAfter(List<HighWaterMark> marks) {
        long now = clock.micros();
        marksOfEarlierProcess = List.copyOf(marks);
        latest = HighWaterMark.latestWithoutAhead(marks, now);
        latestTime = now;
        return latest.key() == HighWaterMark.latest(marks).key();
    }

    /** Returns the latest key that was chosen for an arrival time, with the latest of these arrival times. */
    public HighWaterMark latest() {
        return latest;
    }

    private synchronized MappedMessage bump(MappedMessage message, Precision precision) {
        long now = clock.micros();
        followStepBack(now);
        boolean isAhead = ArrivalClock.isAhead(message.queued().message().arrivalMicros(), now);
        var rows = message.rows();
        List<Row> moved = null; // most messages keep their rows
        for (int i = 0; i < rows.size(); i++) {
            var row = rows.get(i);
            long wanted = precision.ticks(row.timestamp());
            long free = free(message, row, wanted, precision, isAhead);
            if (free != wanted) {
                message.queued().account().add(AccountCounter.BUMPED_ROWS, 1);
                moved = moved == null ? new ArrayList<>(rows) : moved;
                moved.set(i, row.at(free * precision.nanos()));
            }
        }
        return message.keyed(moved == null ? rows : moved, precision);
    }

    /** Follows a large step back of the clock, as arrival times do; see {@link ArrivalClock}. */
    private void followStepBack(long now) {
        if (ArrivalClock.isAhead(latestTime, now)) {
            given.values().forEach(AllocatedTimestamps::stepBack);
            latest = HighWaterMark.NONE;
            latestTime = now;
        }
        latestTime = Math.max(latestTime, now);
    }

    /** Returns a free tick; payload times and replays come in any order, and old ones must not move to the present. */
    private long free(MappedMessage message, Row row, long wanted, Precision precision, boolean isAhead) {
        var taken = given(precision);
        long subtable = subtable(row);
        if (!message.route().timeKeys().areArrivals()) {
            return taken.recent().allocate(subtable, wanted);
        }
        if (message.queued().message().replayed()) {
            return taken.allocateForReplay(subtable, wanted);
        }
        boolean isShared = message.route().hasNamedTables()
                || sharedTables.get().contains(row.shape().superTable());
        long key = taken.allocateForArrival(subtable, wanted, isShared, isAhead);
        if (!isAhead) {
            long micros = Math.floorDiv(key * precision.nanos(), NANOS_PER_MICRO) + 1;
            long arrival = message.queued().message().arrivalMicros();
            latest = new HighWaterMark(Math.max(latest.arrival(), arrival), Math.max(latest.key(), micros));
        }
        return key;
    }

    /** Returns the hash of a row's subtable, calculated once for successive rows of one subtable. */
    private long subtable(Row row) {
        if (!row.subtable().equals(subtable) || !row.shape().superTable().equals(superTable)) {
            superTable = row.shape().superTable();
            subtable = row.subtable();
            subtableHash = subtables.of(superTable, subtable);
        }
        return subtableHash;
    }

    private synchronized MappedMessage overwrite(MappedMessage message, Precision precision) {
        var recent = given(precision).recent();
        for (var row : message.rows()) {
            if (!recent.add(subtable(row), precision.ticks(row.timestamp()))) {
                message.queued().account().add(AccountCounter.OVERWRITTEN_ROWS, 1);
            }
        }
        return message.keyed(message.rows(), precision);
    }

    private synchronized MappedMessage reject(MappedMessage message, Precision precision) throws MappingException {
        var recent = given(precision).recent();
        var taken = new HashSet<Long>();
        for (var row : message.rows()) {
            long ticks = precision.ticks(row.timestamp());
            long subtable = subtable(row);
            if (recent.contains(subtable, ticks) || !taken.add(subtables.of(subtable, ticks))) {
                throw new MappingException(
                        DeadLetterReason.EQUAL_TIMESTAMP,
                        "a row of the same timestamp is in subtable " + row.subtable() + " already",
                        OnError.DEAD_LETTER);
            }
        }
        return overwrite(message, precision);
    }

    /** Releases the keys of a message that was not stored, if its route rejects equal timestamps. */
    public void release(MappedMessage message) {
        var precision = message.keyed();
        boolean ownsKeys =
                message.route().timeKeys().onEqual() == EqualTimestamps.REJECT && !sharesATable(message.route());
        if (precision != null && ownsKeys) {
            release(message.rows(), precision);
        }
    }

    private synchronized void release(List<Row> rows, Precision precision) {
        var recent = given(precision).recent();
        for (var row : rows) {
            recent.remove(subtable(row), precision.ticks(row.timestamp()));
        }
    }
}
