package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.route.MappingException;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/** Writes down what became of each message: every one ends here exactly once. May be used by any thread. */
final class Outcomes {

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
        long now = clock.micros();
        var rowsByRoute = new IdentityHashMap<RouteAccount, Integer>();
        for (int next = 0; next < batch.size(); ) {
            next = storedRun(batch, next, now, rowsByRoute);
        }
        rowsByRoute.forEach((account, rows) -> account.metrics().batchStored(rows, writeNanos));
    }

    /** Counts the messages of one route that follow each other at once; returns where the next route begins. */
    private int storedRun(List<MappedMessage> batch, int start, long now, Map<RouteAccount, Integer> rowsByRoute) {
        var account = batch.get(start).queued().account();
        int end = start;
        int rows = 0;
        for (; end < batch.size() && batch.get(end).queued().account() == account; end++) {
            rows += batch.get(end).rows().size();
            long arrival = batch.get(end).queued().message().arrivalMicros();
            account.metrics().stored(Math.max(0, now - arrival) * 1_000);
            batch.get(end).queued().settled();
        }
        account.store(end - start, rows);
        rowsByRoute.merge(account, rows, Integer::sum);
        return end;
    }

    void retried(List<MappedMessage> batch) {
        batch.forEach(mapped -> mapped.queued().account().retry());
    }

    void unmapped(QueuedMessage queued, MappingException failure) {
        if (failure.drop()) {
            queued.account().drop(DropReason.MAPPING);
            queued.settled();
        } else {
            deadLetter(queued, DeadLetter.Reason.valueOf(failure.reason().name()), failure.sentence());
        }
    }

    void deadLetter(QueuedMessage queued, DeadLetter.Reason reason, String detail) {
        if (deadLetters.keep(new DeadLetter(queued.routeId(), queued.message(), reason, detail))) {
            queued.account().deadLetter(queued.message(), detail);
        } else {
            queued.account().drop(DropReason.DEAD_LETTERS_FULL);
        }
        queued.settled();
    }

    void stopped(QueuedMessage queued) {
        deadLetter(queued, DeadLetter.Reason.STOPPED, "the extension was stopped before the database took it");
    }
}
