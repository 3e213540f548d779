// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.pipeline.account.Accounts;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.time.OncePerInterval;
import io.github.hivemqtdengine.time.PeriodicTask;
import io.github.hivemqtdengine.time.StopSignal;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Replay of messages in one thread: polls a source and accepts its messages besides arriving ones, by the current
 * routes. Each counts as received again, and becomes a dead letter if its route was removed. Only that thread may call
 * the methods of the sink.
 */
public final class Replay implements ReplaySource.Sink, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Replay.class);

    private static final Duration LONGEST_STOP = Duration.ofSeconds(10);
    private static final Duration UNTIL_NEXT_LOOK = Duration.ofMillis(20);

    private final Accounts accounts;
    private final Function<String, Optional<Routing.Target>> targets;
    private final Outcomes outcomes;
    private final StopSignal pipelineStop;
    private final ReplaySource source;
    private final PeriodicTask task;
    private final OncePerInterval failures = new OncePerInterval(Duration.ofMinutes(1));
    private final OncePerInterval waiting = new OncePerInterval(Duration.ofMinutes(1));

    /** Lanes with messages that are not synced yet. */
    private final Set<DatabaseLanes> unsynced = new HashSet<>();

    private boolean hasUnsyncedLetters;

    /**
     * @param targets lookup of a route's target, if the configuration still has the route
     * @param pipelineStop stop signal of the pipeline
     * @param interval pause between two polls
     */
    Replay(
            Accounts accounts,
            Function<String, Optional<Routing.Target>> targets,
            Outcomes outcomes,
            StopSignal pipelineStop,
            ReplaySource source,
            Duration interval) {
        this.accounts = accounts;
        this.targets = targets;
        this.outcomes = outcomes;
        this.pipelineStop = pipelineStop;
        this.source = source;
        this.task = new PeriodicTask("tdengine-replay", this::poll, interval, LONGEST_STOP);
    }

    /** Starts with a poll at once. */
    public void start() {
        task.startAtOnce();
    }

    private void poll() {
        try {
            source.handOver(this);
        } catch (RuntimeException | Error e) {
            if (failures.tryAcquire()) {
                LOG.error("Replay failed and is retried", e);
            }
        }
    }

    @Override
    public boolean accept(String routeId, InboundMessage message) {
        while (!targets.apply(routeId)
                .map(target -> target.lanes().hasRoomToSpare())
                .orElse(true)) {
            if (isStopping()) {
                return false;
            }
            task.stopSignal().pause(UNTIL_NEXT_LOOK);
        }
        return acceptWithRetries(accounts.of(routeId), message.asReplayed());
    }

    /** Retries until the message is accepted: the lane has room, so a refusal means a full or faulty disk. */
    private boolean acceptWithRetries(RouteAccount account, InboundMessage message) {
        account.receive();
        while (!isStopping()) {
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
            task.stopSignal().pause(UNTIL_NEXT_LOOK);
        }
        account.undoReceive();
        return false;
    }

    private boolean isStopping() {
        return task.stopSignal().isStopping() || pipelineStop.isStopping();
    }

    /** Appends the message to a lane, or turns it into a dead letter if its route was removed. */
    private boolean appendOrReject(RouteAccount account, InboundMessage message) {
        var target = targets.apply(account.routeId());
        if (target.isEmpty()) {
            boolean isKept = outcomes.tryRejectWithoutRoute(account, message);
            hasUnsyncedLetters |= isKept;
            return isKept;
        }
        unsynced.add(target.get().lanes());
        return target.get().choice().enqueue(new QueuedMessage(account, message).markKeptElsewhere());
    }

    @Override
    public void sync() {
        if (hasUnsyncedLetters && !outcomes.syncAllDeadLetters()) {
            throw new UncheckedIOException(
                    new IOException("Dead letters of removed routes cannot be synced to the disk; check the disk"));
        }
        hasUnsyncedLetters = false;
        for (var lanes : Set.copyOf(unsynced)) {
            lanes.sync();
            unsynced.remove(lanes);
        }
    }

    /** Stops between two messages; messages that were not accepted stay in the source. Calling it twice is harmless. */
    @Override
    public void close() {
        task.close();
    }
}
