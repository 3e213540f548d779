package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes messages in again that were taken in before, by the routes of now. Each counts as received again, and where its
 * route has gone the dead letters say so. May be used by any thread.
 */
final class Reentry {

    private static final Logger LOG = LoggerFactory.getLogger(Reentry.class);

    private static final Duration UNTIL_NEXT_LOOK = Duration.ofMillis(20);

    private final Accounts accounts;
    private final Function<String, Optional<RouteTarget>> targets;
    private final Outcomes outcomes;
    private final StopSignal stop;
    /** Lanes that have taken something in since they were synced. */
    private final Set<DatabaseLanes> unsynced = ConcurrentHashMap.newKeySet();

    /** Whether a message has become a dead letter that is not known to be on the disk. */
    private volatile boolean hasUnsyncedLetters;

    /** Whether {@link #takeIn} has tried to bring a dead letter to the disk. */
    private volatile boolean isDiskTried;

    private final OncePerInterval waiting = new OncePerInterval(Duration.ofMinutes(1));

    /**
     * @param targets where the messages of a route go, if the configuration still has it
     * @param stop tells that the pipeline stops
     */
    Reentry(Accounts accounts, Function<String, Optional<RouteTarget>> targets, Outcomes outcomes, StopSignal stop) {
        this.accounts = accounts;
        this.targets = targets;
        this.outcomes = outcomes;
        this.stop = stop;
    }

    /**
     * Takes a message in at once. Dead letters that this makes are on the disk after {@link #syncLetters}; the first of them
     * is at once, so that tries on a disk that fails do not add all of them each time.
     *
     * @return {@code false} if there is no room, or if such a dead letter can't be written, or not be brought to the disk
     */
    boolean takeIn(LoggedMessage logged) {
        var account = accounts.of(logged.routeId());
        account.receive();
        if (!offer(account, logged.message())) {
            return false;
        }
        if (isDiskTried || !hasUnsyncedLetters) {
            return true;
        }
        isDiskTried = true;
        return areLettersSynced();
    }

    private boolean offer(RouteAccount account, InboundMessage message) {
        var target = targets.apply(account.routeId());
        if (target.isEmpty()) {
            boolean isDone = outcomes.tryWithoutRoute(account, message);
            hasUnsyncedLetters |= isDone;
            return isDone;
        }
        unsynced.add(target.get().lanes());
        return target.get().replay(message);
    }

    private synchronized boolean areLettersSynced() {
        if (!hasUnsyncedLetters) {
            return true;
        }
        hasUnsyncedLetters = false; // before the disk is asked: one that comes meanwhile needs another sync
        boolean areSynced = outcomes.syncAgain();
        if (!areSynced) {
            hasUnsyncedLetters = true;
        }
        return areSynced;
    }

    /**
     * Brings dead letters that this has made to the disk.
     *
     * @throws java.io.UncheckedIOException if that fails
     */
    void syncLetters() {
        if (!areLettersSynced()) {
            throw new UncheckedIOException(new IOException("The dead letters can't be brought to the disk"));
        }
    }

    /**
     * Brings what was taken in to the disk.
     *
     * @throws java.io.UncheckedIOException if that fails
     */
    void sync() {
        syncLetters();
        for (var lanes : Set.copyOf(unsynced)) {
            unsynced.remove(lanes);
            boolean isSynced = false;
            try {
                lanes.sync();
                isSynced = true;
            } finally {
                if (!isSynced) {
                    unsynced.add(lanes);
                }
            }
        }
    }

    /**
     * Takes a message in as soon as those that arrive leave room for it.
     *
     * @param until ends the wait
     * @return {@code false} if a stop began before; then it is not taken in
     */
    boolean takeInWithRoom(String routeId, InboundMessage message, StopSignal until) {
        while (!targets.apply(routeId).map(RouteTarget::hasRoomToSpare).orElse(true)) {
            if (isStopping(until)) {
                return false;
            }
            until.pause(UNTIL_NEXT_LOOK);
        }
        return takeInHowever(accounts.of(routeId), message, until);
    }

    /** There was room in the lane, so it is the disk that is full or faulty where the message does not get in. */
    private boolean takeInHowever(RouteAccount account, InboundMessage message, StopSignal until) {
        account.receive();
        while (!isStopping(until)) {
            if (offer(account, message)) {
                return true;
            }
            if (waiting.isDue()) {
                LOG.warn(
                        "A message of topic {} of route {} can't be taken in again: the disk does not take it",
                        message.topic(),
                        account.routeId());
            }
            until.pause(UNTIL_NEXT_LOOK);
        }
        account.takeBack();
        return false;
    }

    private boolean isStopping(StopSignal until) {
        return until.isStopping() || stop.isStopping();
    }
}
