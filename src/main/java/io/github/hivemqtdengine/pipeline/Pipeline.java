// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.InboundMessage.Origin;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.metrics.RouteCounters;
import io.github.hivemqtdengine.pipeline.account.Accounts;
import io.github.hivemqtdengine.pipeline.account.DeadLetters;
import io.github.hivemqtdengine.pipeline.account.OutcomeListener;
import io.github.hivemqtdengine.pipeline.account.Outcomes;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.pipeline.delivery.Database;
import io.github.hivemqtdengine.pipeline.queue.MessageLog.LoggedMessage;
import io.github.hivemqtdengine.pipeline.queue.MessageLogs;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.time.StopSignal;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Pipeline that delivers messages from the broker's threads to the databases. {@link #match(String)} and
 * {@link #accept} may be called by any thread and wait for the disk only.
 */
public final class Pipeline implements MessageSink, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);

    private final Accounts accounts;
    private final Outcomes outcomes;
    private final AllLanes lanes;
    private final boolean hasLogs;
    private final StopSignal stop = new StopSignal();
    /** Replaced as a whole. */
    private volatile Routing routing = Routing.NONE;

    private volatile boolean isAccepting = true;

    /**
     * Creates the pipeline; nothing runs before {@link #start}.
     *
     * @param databases every database that a route names; they stay open when the pipeline closes
     * @param logs logs of messages that outlive the process, open until the pipeline has closed; {@code null} if
     *     messages wait in memory
     */
    public Pipeline(
            RouteTable routes,
            Collection<? extends Database> databases,
            DeliverySettings settings,
            DeadLetters deadLetters,
            PipelineMetrics metrics,
            @Nullable MessageLogs logs) {
        this.accounts = new Accounts(metrics);
        this.outcomes = new Outcomes(deadLetters, EpochClock.SYSTEM);
        this.hasLogs = logs != null;
        var factory = new LaneFactory(() -> routing, settings, outcomes, metrics, accounts, logs);
        this.lanes = new AllLanes(factory, logs, settings.drainTimeout());
        lanes.create(databases);
        routing = next(routes);
    }

    private Routing next(RouteTable routes) {
        return routing.next(routes, lanes.byDatabase(), accounts);
    }

    /**
     * Recovers the messages of an earlier process and starts the lanes, whether or not the databases are reachable.
     *
     * @return the latest known arrival time of an earlier process, epoch microseconds
     * @throws UncheckedIOException if the messages can't be read or reassigned to lanes; then they stay unchanged
     */
    public synchronized long start() {
        return lanes.start(this::reassign);
    }

    /**
     * Appends a spooled message whose lane layout changed to a lane of its route. If its route was removed, any lane
     * will do: the lane turns the message into a dead letter, waits for the disk if necessary, and commits the message
     * afterwards.
     *
     * @param otherwise lanes for messages of removed routes
     * @return {@code false} if there is no room
     */
    private boolean reassign(LoggedMessage logged, DatabaseLanes otherwise) {
        var origin = logged.message().origin();
        if (logged.isAfterDamage() && origin != Origin.REPLAYED) { // the other lane's log will not show the gap
            routing.lost(Lost.unknown(logged.message().arrivalMicros() - 1, origin == Origin.COPIED));
        }
        var account = accounts.of(logged.routeId());
        account.receive();
        return routing.target(logged.routeId())
                .map(Routing.Target::choice)
                .orElseGet(otherwise::choice)
                .enqueue(new QueuedMessage(account, logged.message()).markKeptElsewhere());
    }

    /**
     * Replaces routes and databases between two messages. Lanes of an unchanged database object are not touched; lanes
     * of a replaced database keep their messages. Messages of a removed route or database become dead letters; this
     * call waits for those of removed databases. Not after {@link #close}.
     *
     * @param databases every database that a route names; on return no lane uses the earlier ones, except for a write
     *     under way
     * @throws UncheckedIOException if the logs of a new database can't be opened or read; then nothing has changed
     */
    public synchronized void change(RouteTable routes, Collection<? extends Database> databases) {
        lanes.add(databases);
        var next = next(routes);
        lanes.replaceDatabases(databases); // before the routes: their rows may need what the new databases allow
        routing = next;
        lanes.keepOnly(databases);
    }

    /** Returns the routes that match a topic; usually none, and then without an allocation. */
    @Override
    public List<Route> match(String topic) {
        return routing.routes().match(topic);
    }

    @Override
    public List<Route> match(MessageSource source, String topic) {
        return routing.routes().match(source, topic);
    }

    @Override
    public List<Route> filter(List<Route> matched, InboundMessage message, int payloadBytes) {
        if (!isAccepting) {
            return matched; // it counts as dropped by the stop
        }
        var admitted = new ArrayList<Route>(matched.size());
        for (var route : matched) {
            if (route.intake().filter().admits(message, payloadBytes)) {
                admitted.add(route);
            } else {
                var account = accounts.of(route.id());
                account.receive();
                route.intake().filter().count(account);
                account.drop(message, DropReason.NO_ROWS);
            }
        }
        return admitted;
    }

    @Override
    public void accept(List<Route> matched, InboundMessage message, @Nullable PendingAck pendingAck) {
        var now = routing;
        for (int i = 0; i < matched.size(); i++) {
            if (pendingAck != null) {
                pendingAck.expectOneMore();
            }
            var target = now.target(matched.get(i));
            if (target == null) {
                rejectWithoutRoute(matched.get(i), message, pendingAck);
            } else {
                receive(target, message, pendingAck);
            }
        }
        if (pendingAck != null) {
            pendingAck.arrived();
        }
    }

    private void receive(Routing.Target target, InboundMessage message, @Nullable PendingAck pendingAck) {
        target.account().receive();
        var queued = new QueuedMessage(target.account(), message, pendingAck);
        if (!isAccepting) {
            queued.refuse(DropReason.STOPPED);
        } else if (!target.admit(message, pendingAck)) {
            target.route().lost(Lost.of(target.route().id(), message));
            if (pendingAck != null) {
                pendingAck.arrived();
            }
        } else if (!target.choice().enqueue(queued)) {
            target.lanes().dropOrRefuse(queued);
            target.route().lost(Lost.of(target.route().id(), message));
        }
    }

    /** Turns a message whose route was removed after the match into a dead letter. */
    private void rejectWithoutRoute(Route matched, InboundMessage message, @Nullable PendingAck pendingAck) {
        var account = accounts.of(matched.id());
        account.receive();
        routing.lost(Lost.of(matched.id(), message));
        boolean mayBeAcknowledged = outcomes.rejectWithoutRoute(account, message);
        if (pendingAck != null && mayBeAcknowledged) {
            pendingAck.arrived();
        } else if (pendingAck != null) {
            pendingAck.refuse();
        }
    }

    @Override
    public void reject(List<Route> matched, RejectedMessage message, @Nullable PendingAck pendingAck) {
        for (var route : matched) {
            var account = accounts.of(route.id());
            account.receive();
            boolean mayBeAcknowledged = true;
            route.lost(Lost.of(route.id(), message.message()));
            if (!isAccepting) {
                account.drop(message.message(), DropReason.STOPPED);
                mayBeAcknowledged = false;
            } else if (admit(route, message, pendingAck)) {
                mayBeAcknowledged = outcomes.deadLetter(account, message.letter(route.id()));
            }
            if (!mayBeAcknowledged && pendingAck != null) {
                pendingAck.refuse();
            }
        }
        if (pendingAck != null) {
            pendingAck.arrived();
        }
    }

    private boolean admit(Route matched, RejectedMessage message, @Nullable PendingAck pendingAck) {
        var target = routing.target(matched);
        return target == null || target.admit(message.message(), pendingAck);
    }

    @Override
    public void drop(List<Route> matched, DropReason reason) {
        accounts.drop(matched, reason);
    }

    /** Adds the counts of the intake that this pipeline replaces. */
    public void addCountsOf(RefusingSink refusing) {
        for (var account : refusing.accounts().all()) {
            for (var reason : DropReason.values()) {
                accounts.of(account.routeId()).addDropped(reason, account.get(reason));
            }
        }
    }

    /**
     * Creates a replay without starting it. It is started after this pipeline, and closed before it.
     *
     * @param interval pause between two polls of the source
     */
    public Replay replay(ReplaySource source, Duration interval) {
        return new Replay(accounts, id -> routing.target(id), outcomes, stop, source, interval);
    }

    /** Sets the listener for the outcomes of all messages, in place of the previous one. */
    public void setListener(OutcomeListener listener) {
        accounts.setListener(listener);
    }

    /** Returns the counters of a route of this pipeline. */
    public RouteCounters counters(String routeId) {
        return accounts.of(routeId);
    }

    /**
     * Stops the pipeline: lanes empty their queues within the drain timeout. The rest becomes dead letters unless it is
     * in a log. Messages that arrive meanwhile are dropped, or wait in the log for the next start. Calling it twice is
     * harmless.
     */
    @Override
    public synchronized void close() {
        isAccepting = hasLogs;
        stop.stopWithin(Duration.ZERO);
        lanes.stop();
        isAccepting = false;
        lanes.close();
        if (!hasLogs) {
            accounts.all().forEach(Pipeline::checkCompleted);
        }
    }

    private static void checkCompleted(RouteAccount account) {
        if (account.inFlight() != 0) {
            LOG.error(
                    "Internal error: route \"{}\" has {} messages without an outcome; please report it",
                    account.routeId(),
                    account.inFlight());
        }
    }
}
