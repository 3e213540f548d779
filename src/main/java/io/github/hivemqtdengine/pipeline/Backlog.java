package io.github.hivemqtdengine.pipeline;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Lock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The messages of a lane that are in its log only, and not in memory: what an earlier process has left, and what came when
 * the memory was full. From its first message until all of it is read, whatever is appended to the log belongs to it.
 *
 * <p>{@link #append} and {@link #makeRoom} are called with the lock, {@link #poll} without it, by the lane's thread;
 * {@link #exists} and {@link #size} by any thread, and {@link #recover} before all others.
 */
final class Backlog {

    private static final Logger LOG = LoggerFactory.getLogger(Backlog.class);

    private final MessageLog log;
    private final Readmission readmission;
    private final Lock appending;
    private final LoggedReceipts receipts;
    private final RouteCounts waiting = new RouteCounts();
    private final OncePerInterval failures = new OncePerInterval(Duration.ofSeconds(10));
    /** Becomes {@code true} and {@code false} under the lock. */
    private volatile boolean exists;

    /** @param appending the lock without which nobody appends to the log */
    Backlog(MessageLog log, Readmission readmission, Lock appending) {
        this.log = log;
        this.readmission = readmission;
        this.appending = appending;
        this.receipts = new LoggedReceipts(appending);
    }

    /** Begins with what an earlier process has left: see {@link LaneQueue#recover}. */
    long recover(Lane lane) {
        var latest = new AtomicLong(Long.MIN_VALUE);
        log.forEachWaiting(message -> {
            readmission.found(message, lane);
            waiting.add(message.routeId(), 1);
            if (!message.message().replayed()) {
                latest.accumulateAndGet(message.message().arrivalMicros(), Math::max);
            }
        });
        exists = waiting.all() > 0;
        return latest.get();
    }

    /** Whether there is one, or may be; if not, no message in the log is behind those in memory. */
    boolean exists() {
        return exists;
    }

    /** How many messages it has. */
    int size() {
        return waiting.all();
    }

    /** Begins with this message, or goes on with it; returns what {@link MessageLog#append} does. */
    long append(QueuedMessage message) {
        if (!exists) {
            log.readFromHere();
        }
        var receipt = message.receipt();
        if (receipt != null) {
            receipts.expectOne();
        }
        long number = log.append(message.routeId(), message.message());
        if (number > 0) {
            waiting.add(message.routeId(), 1);
            if (receipt != null && receipt.stage() == Receipt.Stage.SETTLED) {
                receipts.put(number, receipt);
            }
            exists = true;
        }
        return number;
    }

    /** Drops its oldest messages, as many as this one needs the room of; {@code false} if that is not possible. */
    boolean makeRoom(QueuedMessage message) {
        if (!exists) { // everything in the log is in memory, too, or being written
            return false;
        }
        var given = log.makeRoom(message.routeId(), message.message());
        given.forEach(this::drop);
        return !given.isEmpty();
    }

    private void drop(DroppedMessages dropped) {
        dropped.countByRoute().forEach((routeId, count) -> waiting.add(routeId, -count));
        readmission.dropped(dropped);
        receipts.drop(dropped);
    }

    /** Takes its oldest message, or {@code null} if it has none; nor does one come while the disk can't be read. */
    @Nullable
    QueuedMessage poll() {
        try {
            var message = log.read();
            if (message == null) {
                message = readOrEnd();
            }
            return message == null ? null : goesOn(message);
        } catch (UncheckedIOException e) {
            if (failures.isDue()) {
                LOG.error("{}", e.getMessage());
            }
            return null;
        }
    }

    private QueuedMessage goesOn(LoggedMessage message) {
        waiting.add(message.routeId(), -1);
        return readmission.goesOn(message, receipts.take(message.number()));
    }

    /** Only while nobody appends is it sure that there is nothing more in the log. */
    private @Nullable LoggedMessage readOrEnd() {
        Map<String, Integer> damaged;
        List<Receipt> lost;
        appending.lock();
        try {
            var message = log.read();
            if (message != null) {
                return message;
            }
            exists = false;
            damaged = waiting.takeAll();
            lost = receipts.takeAll();
        } finally {
            appending.unlock();
        }
        readmission.damaged(damaged);
        lost.forEach(Receipt::refuse);
        return null;
    }
}
