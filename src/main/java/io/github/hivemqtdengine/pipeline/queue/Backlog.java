// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.queue;

import io.github.hivemqtdengine.message.InboundMessage.Origin;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.account.Accounts;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.DroppedMessages;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Messages of a lane that are in its log but not in memory. They are from an earlier process, or arrived while the
 * memory was full. While a backlog exists, every message appended to the log belongs to it.
 *
 * <p>{@link #append} is called with the lock. {@link #poll} is called without it, by the lane's thread. {@link #exists}
 * and {@link #size} are for any thread; {@link #recover} comes before all others.
 */
final class Backlog {

    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);

    private final int lane;
    private final MessageLog log;
    private final Accounts accounts;
    private final OpenGroups groups;
    private final OverflowLog overflowLog;
    private final Consumer<Lost> losses;
    private final Lock appending;
    private final ConcurrentMap<String, AtomicInteger> sizeByRoute = new ConcurrentHashMap<>();
    private final AtomicInteger size = new AtomicInteger();
    /** Acknowledgements that wait for the completion of their message. */
    private final WeakAcks acks = new WeakAcks();

    private final OncePerInterval failures = new OncePerInterval(Duration.ofSeconds(10));
    /** Changes only under the lock. */
    private volatile boolean exists;
    /** Origins without a message since the last damage; for the lane's thread, as the field below it. */
    private final Set<Origin> afterDamage = EnumSet.noneOf(Origin.class);

    private long lastRead;

    /**
     * @param lane index of the lane in its database
     * @param losses receives the messages that are dropped or damaged, if they matter
     * @param appending lock that is held for every append to the log
     */
    Backlog(
            int lane,
            MessageLog log,
            Accounts accounts,
            OpenGroups groups,
            OverflowLog overflowLog,
            Consumer<Lost> losses,
            Lock appending) {
        this.lane = lane;
        this.log = log;
        this.accounts = accounts;
        this.groups = groups;
        this.overflowLog = overflowLog;
        this.losses = losses;
        this.appending = appending;
    }

    /** Recovers the messages of an earlier process: see {@link LaneQueue#recover}. */
    long recover() {
        var latest = new AtomicLong(Long.MIN_VALUE);
        log.forEachWaiting(message -> {
            accounts.of(message.routeId()).receive();
            groups.bucketOf(message.message()).ifPresent(bucket -> groups.join(bucket, () -> lane));
            count(message.routeId(), 1);
            if (!message.message().replayed()) {
                latest.accumulateAndGet(message.message().arrivalMicros(), Math::max);
            }
        });
        exists = size.get() > 0;
        return latest.get();
    }

    /** Returns whether a backlog exists or may exist; if not, no message in the log is newer than those in memory. */
    boolean exists() {
        return exists;
    }

    int size() {
        return size.get();
    }

    private void count(String routeId, int more) {
        sizeByRoute.computeIfAbsent(routeId, id -> new AtomicInteger()).addAndGet(more);
        size.addAndGet(more);
    }

    /**
     * Appends a message to the log, starting a backlog if there is none.
     *
     * @param dropsOldest whether the oldest messages of the backlog are dropped if there is no room
     */
    MessageLog.Appended append(QueuedMessage message, boolean dropsOldest) {
        var appended = append(message);
        return switch (appended.status()) {
            case NO_ROOM, DISK_SHORT -> dropsOldest && exists && makeRoom(message) ? append(message) : appended;
            case ACCEPTED, FAILED, TOO_LARGE -> appended;
        };
    }

    private MessageLog.Appended append(QueuedMessage message) {
        if (!exists) {
            log.readFromHere();
        }
        var pendingAck = ackOnCompletion(message);
        if (pendingAck != null) { // first, since the lane may read the message at once
            acks.put(log.lastNumber() + 1, pendingAck);
        }
        var appended = log.append(message.routeId(), message.message());
        if (appended.isAccepted()) {
            count(message.routeId(), 1);
            exists = true;
        } else if (pendingAck != null) {
            acks.remove(log.lastNumber() + 1);
        }
        return appended;
    }

    private static @Nullable PendingAck ackOnCompletion(QueuedMessage message) {
        var pendingAck = message.pendingAck();
        return pendingAck != null && pendingAck.stage() == PendingAck.Stage.COMPLETED ? pendingAck : null;
    }

    /** Drops the oldest messages to make room for this one; returns {@code false} if that is not possible. */
    private boolean makeRoom(QueuedMessage message) {
        var dropped = log.makeRoom(message.routeId(), message.message(), losses);
        dropped.forEach(this::drop);
        return !dropped.isEmpty();
    }

    /** Counts messages as dropped and acknowledges them. They have no group: groups exclude {@code drop-oldest}. */
    private void drop(DroppedMessages dropped) {
        dropped.countByRoute().forEach((routeId, messages) -> {
            count(routeId, -messages);
            accounts.of(routeId).drop(DropReason.OVERFLOW, messages);
        });
        overflowLog.countDropped(dropped.count());
        for (long number = dropped.first(); number <= dropped.last() && acks.size() > 0; number++) {
            var pendingAck = acks.remove(number);
            if (pendingAck != null) {
                pendingAck.arrived();
            }
        }
    }

    /** Removes the oldest message; returns {@code null} if there is none or the disk can't be read. */
    @Nullable
    QueuedMessage poll() {
        try {
            var message = log.read();
            if (message == null) {
                message = readOrEnd();
            }
            return message == null ? null : toQueued(message);
        } catch (UncheckedIOException e) {
            if (failures.tryAcquire()) {
                LOG.error("Spooled messages cannot be read; they wait, and the read is retried: {}", e.getMessage());
            }
            return null;
        }
    }

    private QueuedMessage toQueued(LoggedMessage logged) {
        reportDamageBefore(logged);
        count(logged.routeId(), -1);
        return new QueuedMessage(
                accounts.of(logged.routeId()),
                logged.message(),
                groups.of(logged.message()),
                acks.remove(logged.number()),
                logged.number());
    }

    /** Reports damaged messages before the first one of each origin that may depend on them. */
    private void reportDamageBefore(LoggedMessage logged) {
        if (logged.isAfterDamage() && logged.number() > lastRead + 1) {
            afterDamage.addAll(EnumSet.allOf(Origin.class));
        }
        lastRead = logged.number();
        var origin = logged.message().origin();
        if (afterDamage.remove(origin) && origin != Origin.REPLAYED) {
            losses.accept(Lost.unknown(logged.message().arrivalMicros() - 1, origin == Origin.COPIED));
        }
    }

    /** Reads under the lock: without appends in between, an empty log means that the backlog has ended. */
    private @Nullable LoggedMessage readOrEnd() {
        appending.lock();
        try {
            var message = log.read();
            if (message == null) {
                end();
            }
            return message;
        } finally {
            appending.unlock();
        }
    }

    /** Counts and refuses what was not read: it is damaged. */
    private void end() {
        exists = false;
        if (afterDamage.remove(Origin.BROKER) || lastRead < log.lastNumber()) {
            losses.accept(Lost.unknown(EpochClock.SYSTEM.micros(), false));
        }
        sizeByRoute.forEach((routeId, count) -> {
            int damaged = count.get();
            if (damaged != 0) {
                count(routeId, -damaged);
                accounts.of(routeId).drop(DropReason.DAMAGED, damaged); // groups are unknown
            }
        });
        acks.removeAll((number, pendingAck) -> pendingAck.refuse());
    }
}
