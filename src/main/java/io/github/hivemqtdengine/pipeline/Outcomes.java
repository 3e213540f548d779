package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.route.MappingException;
import io.github.hivemqtdengine.route.OnError;
import java.io.IOException;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down what became of each message: every one ends here exactly once. May be used by any thread. */
final class Outcomes {

    private static final Logger LOG = LoggerFactory.getLogger(Outcomes.class);

    private static final String NO_ROUTE = "the configuration no longer has this route";

    private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);

    private final DeadLetters deadLetters;
    private final EpochClock clock;
    private final @Nullable StopSignal stop;
    private final OncePerInterval defects = new OncePerInterval(Duration.ofSeconds(10));

    /** What became of a dead letter. */
    private enum Kept {
        YES,
        /** The dead letters have reached the limit of the configuration. */
        NO_ROOM,
        /** The disk does not take it. */
        NOT_NOW,
        /** The extension failed on it. */
        DEFECT
    }

    /** Outcomes that wait for no disk. */
    Outcomes(DeadLetters deadLetters, EpochClock clock) {
        this(deadLetters, clock, null);
    }

    /** The same for lanes: where the disk takes no dead letter, messages that are in a log wait until this stop is over. */
    Outcomes waitingUntil(StopSignal itsStop) {
        return new Outcomes(deadLetters, clock, itsStop);
    }

    private Outcomes(DeadLetters deadLetters, EpochClock clock, @Nullable StopSignal stop) {
        this.deadLetters = deadLetters;
        this.clock = clock;
        this.stop = stop;
    }

    /**
     * Messages are in the database, all by one write.
     *
     * @param writeNanos how long the write took
     */
    void stored(List<MappedMessage> batch, long writeNanos) {
        var rowsByRoute = new IdentityHashMap<RouteAccount, Integer>();
        for (int next = 0; next < batch.size(); ) {
            next = storedRun(batch, next, rowsByRoute);
        }
        long now = clock.micros();
        for (var mapped : batch) {
            var message = mapped.queued().message();
            if (!message.replayed()) {
                mapped.queued().account().metrics().stored(Math.max(0, now - message.arrivalMicros()) * 1_000);
            }
        }
        rowsByRoute.forEach((account, rows) -> account.metrics().batchStored(rows, writeNanos));
    }

    /** Counts the messages of one route that follow each other at once; returns where the next route begins. */
    private static int storedRun(List<MappedMessage> batch, int start, Map<RouteAccount, Integer> rowsByRoute) {
        var account = batch.get(start).queued().account();
        int end = start;
        int rows = 0;
        for (; end < batch.size() && batch.get(end).queued().account() == account; end++) {
            rows += batch.get(end).rows().size();
            batch.get(end).queued().settle();
        }
        account.store(end - start, rows);
        rowsByRoute.merge(account, rows, Integer::sum);
        return end;
    }

    void retried(List<MappedMessage> batch) {
        batch.forEach(mapped -> mapped.queued().account().retry());
    }

    void unmapped(QueuedMessage queued, MappingException failure) {
        if (failure.action() == OnError.DROP) {
            queued.account().drop(DropReason.MAPPING);
            queued.settle();
        } else {
            deadLetter(queued, DeadLetter.Reason.valueOf(failure.reason().name()), failure.sentence());
        }
    }

    /** It becomes no row. */
    void withoutRows(QueuedMessage queued) {
        queued.account().drop(DropReason.NO_ROWS);
        queued.settle();
    }

    void withoutRoute(QueuedMessage queued) {
        deadLetter(queued, DeadLetter.Reason.NO_ROUTE, NO_ROUTE);
    }

    /** The same for a message that is not taken in: see {@link #deadLetter(RouteAccount, DeadLetter)}. */
    boolean withoutRoute(RouteAccount account, InboundMessage message) {
        return deadLetter(account, letterWithoutRoute(account, message));
    }

    private static DeadLetter letterWithoutRoute(RouteAccount account, InboundMessage message) {
        return new DeadLetter(account.routeId(), message, DeadLetter.Reason.NO_ROUTE, NO_ROUTE);
    }

    /**
     * A message becomes a dead letter. Where the disk takes none now, one that is in a log waits for it; after the time to
     * drain it is left to the next process, and is not settled.
     */
    void deadLetter(QueuedMessage queued, DeadLetter.Reason reason, String detail) {
        var letter = new DeadLetter(queued.routeId(), queued.message(), reason, detail);
        boolean isLogged = queued.number() > 0;
        var kept = isLogged ? keepPatiently(letter) : keep(letter);
        if (kept == Kept.NOT_NOW && isLogged) {
            return;
        }
        count(queued.account(), letter, kept);
        switch (kept) {
            case YES -> queued.settleUnsynced();
            case NO_ROOM -> queued.settle();
            case NOT_NOW, DEFECT -> queued.settleLost();
        }
    }

    private Kept keepPatiently(DeadLetter letter) {
        var kept = keep(letter);
        while (kept == Kept.NOT_NOW && stop != null && !stop.isOver()) {
            stop.pause(BETWEEN_TRIES);
            kept = keep(letter);
        }
        return kept;
    }

    /**
     * A message without a route becomes a dead letter, which is yet to be brought to the disk: see {@link #syncAgain}.
     *
     * @return {@code false} if the disk takes none now: nothing is counted, and it is for the caller to keep the message
     */
    boolean tryWithoutRoute(RouteAccount account, InboundMessage message) {
        var letter = letterWithoutRoute(account, message);
        var kept = keep(letter);
        if (kept != Kept.NOT_NOW) {
            count(account, letter, kept);
        }
        return kept != Kept.NOT_NOW;
    }

    /**
     * Brings those of the messages that have become dead letters to the disk, all by one sync, and lets their receipts
     * arrive; to be called for every dead letter, before a log is told that the messages are settled.
     *
     * @return whether all of them are on the disk
     */
    boolean syncLetters(List<QueuedMessage> messages) {
        if (messages.stream().noneMatch(QueuedMessage::isUnsynced)) {
            return true;
        }
        boolean isOnDisk = syncAgain();
        messages.stream().filter(QueuedMessage::isUnsynced).forEach(message -> message.synced(isOnDisk));
        return isOnDisk;
    }

    /**
     * Brings all dead letters so far to the disk, those included for which that has failed before.
     *
     * @return whether all of them are on the disk
     */
    boolean syncAgain() {
        try {
            return deadLetters.sync();
        } catch (RuntimeException | Error e) {
            LOG.error("The dead letters can't be brought to the disk", e);
            return false;
        }
    }

    /**
     * A message that was received and is not taken in becomes a dead letter.
     *
     * @return whether it may be acknowledged; not if it is lost for another reason than the limit of the dead letters
     */
    boolean deadLetter(RouteAccount account, DeadLetter letter) {
        var kept = keep(letter);
        count(account, letter, kept);
        return kept == Kept.NO_ROOM || (kept == Kept.YES && syncAgain());
    }

    private static void count(RouteAccount account, DeadLetter letter, Kept kept) {
        if (kept == Kept.YES) {
            account.deadLetter(letter.message(), letter.detail());
        } else {
            account.drop(DropReason.DEAD_LETTERS_FULL);
        }
    }

    /** A message without an outcome would be missed for ever, so nothing is thrown. */
    private Kept keep(DeadLetter letter) {
        try {
            return deadLetters.keep(letter) ? Kept.YES : Kept.NO_ROOM;
        } catch (IOException e) {
            LOG.debug("A dead letter is not kept", e);
            return Kept.NOT_NOW;
        } catch (RuntimeException | Error e) {
            if (defects.isDue()) {
                LOG.error(
                        "The dead letters failed on a message of topic {}, which is dropped",
                        letter.message().topic(),
                        e);
            }
            return Kept.DEFECT;
        }
    }

    /** A delivery broke off: whatever it has not sealed the fate of becomes a dead letter. */
    void brokenOff(List<QueuedMessage> batch, Throwable defect) {
        batch.stream()
                .filter(queued -> !queued.isSettled())
                .forEach(queued -> deadLetter(queued, DeadLetter.Reason.DEFECT, defect.toString()));
    }

    /** The time to drain is over; what is in a log is written by the next process. */
    void stopped(QueuedMessage queued) {
        if (queued.number() > 0) {
            return;
        }
        deadLetter(queued, DeadLetter.Reason.STOPPED, "the extension was stopped before the database took it");
    }
}
