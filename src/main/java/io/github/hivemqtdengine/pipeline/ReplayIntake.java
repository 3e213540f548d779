package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.account.Accounts;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.pipeline.queue.LoggedMessage;
import io.github.hivemqtdengine.time.OncePerInterval;
import io.github.hivemqtdengine.time.StopSignal;
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
 * Intake of replayed messages, and of spooled ones whose lane layout changed, by the current routes. Each counts as
 * received again, and becomes a dead letter if its route was removed. May be used by any thread.
 */
final class ReplayIntake {

    private static final Logger LOG = LoggerFactory.getLogger(ReplayIntake.class);

    private static final Duration UNTIL_NEXT_LOOK = Duration.ofMillis(20);

    private final Accounts accounts;
    private final Function<String, Optional<Routing.Target>> targets;
    private final Outcomes outcomes;
    private final StopSignal stop;
    /** Lanes with messages that are not synced yet. */
    private final Set<DatabaseLanes> unsynced = ConcurrentHashMap.newKeySet();

    /** Set while a dead letter may not be on the disk. */
    private volatile boolean hasUnsyncedLetters;

    private final OncePerInterval waiting = new OncePerInterval(Duration.ofMinutes(1));

    /**
     * @param targets lookup of a route's target, if the configuration still has the route
     * @param stop stop signal of the pipeline
     */
    ReplayIntake(
            Accounts accounts, Function<String, Optional<Routing.Target>> targets, Outcomes outcomes, StopSignal stop) {
        this.accounts = accounts;
        this.targets = targets;
        this.outcomes = outcomes;
        this.stop = stop;
    }

    /**
     * Appends a spooled message to a lane of its route. If its route was removed, any lane will do: the lane turns the
     * message into a dead letter, waits for the disk if necessary, and commits the message afterwards.
     *
     * @param otherwise lanes for messages of removed routes
     * @return {@code false} if there is no room
     */
    boolean reassign(LoggedMessage logged, DatabaseLanes otherwise) {
        var account = accounts.of(logged.routeId());
        account.receive();
        return targets.apply(logged.routeId())
                .map(Routing.Target::choice)
                .orElseGet(otherwise::choice)
                .enqueue(keptElsewhere(account, logged.message()));
    }

    /** Appends the message to a lane, or turns it into a dead letter if its route was removed. */
    private boolean appendOrReject(RouteAccount account, InboundMessage message) {
        var target = targets.apply(account.routeId());
        if (target.isEmpty()) {
            if (!outcomes.tryRejectWithoutRoute(account, message)) {
                return false;
            }
            hasUnsyncedLetters = true;
            return true;
        }
        unsynced.add(target.get().lanes());
        return target.get().choice().enqueue(keptElsewhere(account, message));
    }

    private static QueuedMessage keptElsewhere(RouteAccount account, InboundMessage message) {
        return new QueuedMessage(account, message).markKeptElsewhere();
    }

    /** Syncs the dead letters of removed routes; returns whether all of them are on the disk. */
    private synchronized boolean syncDeadLetters() {
        if (!hasUnsyncedLetters) {
            return true;
        }
        hasUnsyncedLetters = false; // before the sync: a dead letter that arrives meanwhile needs another one
        boolean areSynced = outcomes.syncAllDeadLetters();
        if (!areSynced) {
            hasUnsyncedLetters = true;
        }
        return areSynced;
    }

    /**
     * Syncs the accepted messages.
     *
     * @throws java.io.UncheckedIOException if that fails
     */
    void sync() {
        if (!syncDeadLetters()) {
            throw new UncheckedIOException(
                    new IOException("Dead letters of removed routes cannot be synced to the disk; check the disk"));
        }
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
     * Accepts a message as soon as arriving messages leave room for it.
     *
     * @param until ends the wait
     * @return {@code false} if a stop began first; then the message is not accepted
     */
    boolean acceptReplayed(String routeId, InboundMessage message, StopSignal until) {
        while (!targets.apply(routeId)
                .map(target -> target.lanes().hasRoomToSpare())
                .orElse(true)) {
            if (isStopping(until)) {
                return false;
            }
            until.pause(UNTIL_NEXT_LOOK);
        }
        return acceptWithRetries(accounts.of(routeId), message, until);
    }

    /** Retries until the message is accepted: the lane has room, so a refusal means a full or faulty disk. */
    private boolean acceptWithRetries(RouteAccount account, InboundMessage message, StopSignal until) {
        account.receive();
        while (!isStopping(until)) {
            if (appendOrReject(account, message)) {
                return true;
            }
            if (waiting.tryAcquire()) {
                LOG.warn(
                        "Replay of a message with topic \"{}\" to route \"{}\" is waiting: the disk is full or"
                                + " fails; free space on the disk, or repair it",
                        message.topic(),
                        account.routeId());
            }
            until.pause(UNTIL_NEXT_LOOK);
        }
        account.undoReceive();
        return false;
    }

    private boolean isStopping(StopSignal until) {
        return until.isStopping() || stop.isStopping();
    }
}
