package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.route.MappingException;
import io.github.hivemqtdengine.route.OnError;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes down what became of each message: every one ends here exactly once. May be used by any thread. */
final class Outcomes {

    private static final Logger LOG = LoggerFactory.getLogger(Outcomes.class);

    private final DeadLetters deadLetters;
    private final EpochClock clock;

    Outcomes(DeadLetters deadLetters, EpochClock clock) {
        this.deadLetters = deadLetters;
        this.clock = clock;
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
        deadLetter(queued, DeadLetter.Reason.NO_ROUTE, "the configuration no longer has this route");
    }

    void deadLetter(QueuedMessage queued, DeadLetter.Reason reason, String detail) {
        if (record(queued.account(), new DeadLetter(queued.routeId(), queued.message(), reason, detail))) {
            queued.settleUnsynced();
        } else {
            queued.settle();
        }
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
     * @return whether it may be acknowledged; not if the disk failed to take what the dead letters promise to keep
     */
    boolean deadLetter(RouteAccount account, DeadLetter letter) {
        return !record(account, letter) || syncAgain();
    }

    private boolean record(RouteAccount account, DeadLetter letter) {
        boolean isKept = isKept(letter);
        if (isKept) {
            account.deadLetter(letter.message(), letter.detail());
        } else {
            account.drop(DropReason.DEAD_LETTERS_FULL);
        }
        return isKept;
    }

    /** Keeping a letter must not throw, but a message without an outcome would be missed for ever. */
    private boolean isKept(DeadLetter letter) {
        try {
            return deadLetters.keep(letter);
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "The dead letters failed on a message of topic {}",
                    letter.message().topic(),
                    e);
            return false;
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
