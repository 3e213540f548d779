// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.account;

import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.AccountCounter;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.time.OncePerInterval;
import io.github.hivemqtdengine.time.StopSignal;
import java.io.IOException;
import java.time.Duration;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Completion of messages: records exactly one outcome of each. May be used by any thread. */
public final class Outcomes {

    private static final Logger LOG = LoggerFactory.getLogger(Outcomes.class);

    private static final String NO_ROUTE = "the configuration no longer has this route";

    private static final Duration BETWEEN_TRIES = Duration.ofMillis(200);

    private final DeadLetters deadLetters;
    private final EpochClock clock;
    private final @Nullable StopSignal stop;
    /** Dead letters of queued messages that may not be on the disk; usually 0, which saves a pass over each batch. */
    private final AtomicInteger unsynced;

    private final OncePerInterval defects = new OncePerInterval(Duration.ofSeconds(10));

    /** Result of writing a dead letter. */
    private enum Written {
        YES,
        /** Refused: the dead letters have reached their configured limit. */
        LIMIT_REACHED,
        /** Refused: the disk is full or has failed; a later attempt may succeed. */
        DISK_FAILED,
        DEFECT
    }

    /** Creates outcomes that try once to write a dead letter. */
    public Outcomes(DeadLetters deadLetters, EpochClock clock) {
        this(deadLetters, clock, null, new AtomicInteger());
    }

    /**
     * Returns outcomes for a lane that retry the dead letter of a logged message until the disk takes it.
     *
     * @param itsStop ends the retries when its drain time is over
     */
    public Outcomes retryingUntil(StopSignal itsStop) {
        return new Outcomes(deadLetters, clock, itsStop, unsynced);
    }

    private Outcomes(DeadLetters deadLetters, EpochClock clock, @Nullable StopSignal stop, AtomicInteger unsynced) {
        this.deadLetters = deadLetters;
        this.clock = clock;
        this.stop = stop;
        this.unsynced = unsynced;
    }

    /**
     * Completes messages that one write has stored.
     *
     * @param writeNanos duration of the write, 0 if there were no rows
     */
    public void completeStored(List<MappedMessage> batch, long writeNanos) {
        var rowsByRoute = new IdentityHashMap<RouteAccount, Integer>();
        for (int next = 0; next < batch.size(); ) {
            next = completeRun(batch, next, rowsByRoute);
        }
        recordLatencies(batch); // after all are completed: a failure must not turn stored messages into dead letters
        rowsByRoute.forEach((account, rows) -> account.metrics().batchStored(rows, writeNanos));
    }

    /** Completes a run of messages of one route; returns the start of the next run. */
    private static int completeRun(List<MappedMessage> batch, int start, Map<RouteAccount, Integer> rowsByRoute) {
        var account = batch.get(start).queued().account();
        int end = start;
        int rows = 0;
        for (; end < batch.size() && batch.get(end).queued().account() == account; end++) {
            var mapped = batch.get(end);
            rows += mapped.rows().size();
            mapped.queued().complete();
        }
        account.store(end - start, rows);
        inform(account, batch.subList(start, end));
        rowsByRoute.merge(account, rows, Integer::sum);
        return end;
    }

    private static void inform(RouteAccount account, List<MappedMessage> stored) {
        var listener = account.listener();
        if (listener != OutcomeListener.NONE) {
            for (var mapped : stored) {
                listener.stored(
                        account.routeId(),
                        mapped.queued().message(),
                        mapped.rows().size());
            }
        }
    }

    private void recordLatencies(List<MappedMessage> batch) {
        long now = clock.micros();
        var nanosByRoute = new IdentityHashMap<RouteAccount, LongStream.Builder>();
        for (var mapped : batch) {
            var message = mapped.queued().message();
            if (!message.replayed()) {
                nanosByRoute
                        .computeIfAbsent(mapped.queued().account(), account -> LongStream.builder())
                        .add(Math.max(0, now - message.arrivalMicros()) * 1_000);
            }
        }
        nanosByRoute.forEach(
                (account, nanos) -> account.metrics().stored(nanos.build().toArray()));
    }

    /** Counts another attempt of each message. */
    public void countRetries(List<MappedMessage> batch) {
        batch.forEach(mapped -> mapped.queued().account().add(AccountCounter.RETRIED, 1));
    }

    /**
     * Pauses before the next attempt to map a message that waits for the disk.
     *
     * @return {@code false} if the drain time is over: a logged message is left to the next process, another one becomes
     *     a dead letter
     */
    public boolean awaitDisk(QueuedMessage queued) {
        if (stop == null || stop.isOver()) {
            rejectAfterStop(queued);
            return false;
        }
        stop.pause(BETWEEN_TRIES);
        return true;
    }

    /** Drops a message that cannot be mapped or turns it into a dead letter, as configured. */
    public void rejectUnmapped(QueuedMessage queued, MappingException failure) {
        if (failure.reason() == DeadLetterReason.UNKNOWN_ALIAS) {
            queued.account().count(MappingEvent.UNKNOWN_ALIASES, failure.sentence());
        }
        if (failure.action() == OnError.DROP) {
            queued.account().drop(queued.message(), DropReason.MAPPING);
            queued.complete();
        } else {
            deadLetter(queued, failure.reason(), failure.sentence());
        }
    }

    /** Drops a message that has no rows. */
    public void dropWithoutRows(QueuedMessage queued) {
        queued.account().drop(queued.message(), DropReason.NO_ROWS);
        queued.complete();
    }

    /** Turns a queued message whose route was removed into a dead letter. */
    public void rejectWithoutRoute(QueuedMessage queued) {
        deadLetter(queued, DeadLetterReason.NO_ROUTE, NO_ROUTE);
    }

    /**
     * Turns a message whose route was removed before intake into a dead letter.
     *
     * @return whether it may be acknowledged: see {@link #deadLetter(RouteAccount, DeadLetter)}
     */
    public boolean rejectWithoutRoute(RouteAccount account, InboundMessage message) {
        return deadLetter(account, letterWithoutRoute(account, message));
    }

    private static DeadLetter letterWithoutRoute(RouteAccount account, InboundMessage message) {
        return new DeadLetter(account.routeId(), message, DeadLetterReason.NO_ROUTE, NO_ROUTE);
    }

    /**
     * Turns a message into a dead letter. If the disk refuses, a logged message is retried until the drain time is
     * over. It is then not completed, and the next process recovers it. A message in memory is lost, and its pending
     * acknowledgement refused.
     */
    public void deadLetter(QueuedMessage queued, DeadLetterReason reason, String detail) {
        var letter = new DeadLetter(queued.routeId(), queued.message(), reason, detail);
        boolean isLogged = queued.isLogged();
        var written = isLogged ? writeWithRetries(letter) : write(letter);
        if (written == Written.DISK_FAILED && isLogged) {
            return;
        }
        count(queued.account(), letter, written);
        switch (written) {
            case YES -> {
                unsynced.incrementAndGet();
                queued.completeUnsynced();
            }
            case LIMIT_REACHED -> queued.complete();
            case DISK_FAILED, DEFECT -> queued.completeLost();
        }
    }

    private Written writeWithRetries(DeadLetter letter) {
        var written = write(letter);
        while (written == Written.DISK_FAILED && stop != null && !stop.isOver()) {
            stop.pause(BETWEEN_TRIES);
            written = write(letter);
        }
        return written;
    }

    /**
     * Turns a message whose route was removed, and which its caller keeps, into a dead letter. The caller syncs it by
     * {@link #syncAllDeadLetters}.
     *
     * @return {@code false} if the disk refuses; then nothing is counted
     */
    public boolean tryRejectWithoutRoute(RouteAccount account, InboundMessage message) {
        var letter = letterWithoutRoute(account, message);
        var written = write(letter);
        if (written == Written.DISK_FAILED) {
            return false;
        }
        count(account, letter, written);
        return true;
    }

    /**
     * Syncs the dead letters among the messages, and completes their pending acknowledgements. To be called for every
     * dead letter, before the message is committed in a log.
     *
     * @return whether all of them are on the disk
     */
    public boolean syncDeadLetters(List<QueuedMessage> messages) {
        if (unsynced.get() == 0) {
            return true;
        }
        var letters = messages.stream().filter(QueuedMessage::isUnsynced).toList();
        if (letters.isEmpty()) {
            return true;
        }
        boolean isOnDisk = syncAllDeadLetters();
        unsynced.addAndGet(-letters.size());
        letters.forEach(message -> message.completeSync(isOnDisk));
        return isOnDisk;
    }

    /**
     * Syncs all dead letters so far, including those whose sync has failed before.
     *
     * @return whether all of them are on the disk
     */
    public boolean syncAllDeadLetters() {
        try {
            return deadLetters.sync();
        } catch (RuntimeException | Error e) {
            LOG.error(
                    "Internal error: dead letters were not synced to the disk and are synced again later;"
                            + " please report it",
                    e);
            return false;
        }
    }

    /**
     * Turns a received message into a dead letter instead of queueing it.
     *
     * @return whether it may be acknowledged: the letter is on the disk, or the dead letters have reached their limit
     */
    public boolean deadLetter(RouteAccount account, DeadLetter letter) {
        var written = write(letter);
        count(account, letter, written);
        return written == Written.LIMIT_REACHED || (written == Written.YES && syncAllDeadLetters());
    }

    private static void count(RouteAccount account, DeadLetter letter, Written written) {
        if (written == Written.YES) {
            account.deadLetter(letter.message(), letter.detail());
            account.listener().deadLettered(letter);
        } else {
            account.drop(letter.message(), DropReason.DEAD_LETTERS_FULL);
        }
    }

    /** Never throws, since a message without an outcome would count as in flight for ever. */
    private Written write(DeadLetter letter) {
        try {
            return deadLetters.keep(letter) ? Written.YES : Written.LIMIT_REACHED;
        } catch (IOException e) {
            LOG.debug("Dead letter cannot be written", e);
            return Written.DISK_FAILED;
        } catch (RuntimeException | Error e) {
            if (defects.tryAcquire()) {
                LOG.error(
                        "Internal error: the dead letter of a message with topic \"{}\" was not written, and the"
                                + " message is dropped; please report it",
                        letter.message().topic(),
                        e);
            }
            return Written.DEFECT;
        }
    }

    /** Turns those messages of an aborted delivery that are not completed into dead letters. */
    public void rejectAfterDefect(List<QueuedMessage> batch, Throwable defect) {
        batch.stream()
                .filter(queued -> !queued.isCompleted())
                .forEach(queued -> deadLetter(queued, DeadLetterReason.DEFECT, defect.toString()));
    }

    /** Turns a message left over after the drain time into a dead letter, unless it is in a log. */
    public void rejectAfterStop(QueuedMessage queued) {
        if (queued.isLogged()) {
            return;
        }
        deadLetter(queued, DeadLetterReason.STOPPED, "the extension was stopped before the database took it");
    }
}
