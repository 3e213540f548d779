package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.metrics.RouteFigures;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a message from the broker's thread to the database. {@link #match(String)} and {@link #accept} may be called by
 * any thread, and wait for nothing but the disk that messages wait on.
 */
public final class Pipeline implements MessageSink, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);

    private final CurrentRouting routing = new CurrentRouting();
    private final Accounts accounts;
    private final Outcomes outcomes;
    private final Reentry reentry;
    private final AllLanes lanes;
    private final boolean hasLogs;
    private final StopSignal stop = new StopSignal();
    private volatile boolean takesIn = true;

    /**
     * Builds the pipeline; nothing runs before {@link #start}.
     *
     * @param databases every database that a route names; they stay open when the pipeline closes
     */
    public Pipeline(
            RouteTable routes,
            Collection<? extends Database> databases,
            DeliverySettings settings,
            DeadLetters deadLetters,
            PipelineMetrics metrics) {
        this(routes, databases, settings, deadLetters, metrics, null);
    }

    /**
     * Builds the pipeline, with what an earlier process has left; nothing runs before {@link #start}.
     *
     * @param databases every database that a route names; they stay open when the pipeline closes
     * @param logs where messages wait that outlive the process, open until after the pipeline has closed; {@code null}
     *     if they wait in memory
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
        this.reentry = new Reentry(accounts, id -> routing.get().target(id), outcomes, stop);
        this.hasLogs = logs != null;
        var factory = new LaneFactory(routing, settings, outcomes, metrics, accounts, logs);
        this.lanes = new AllLanes(factory, logs, settings.drainTimeout());
        lanes.layOut(databases);
        routing.become(next(routes));
    }

    private Routing next(RouteTable routes) {
        return routing.get().next(routes, lanes.byDatabase(), accounts);
    }

    /**
     * Takes in what an earlier process has left, and starts the lanes, whether the databases can be reached or not.
     *
     * @return the latest time of arrival that an earlier process is known to have given, epoch microseconds
     * @throws UncheckedIOException if what was left can't be read or laid out anew; then it stays as it was
     */
    public synchronized long start() {
        return lanes.start(reentry::takeIn, reentry::syncLetters);
    }

    /**
     * Goes on with other routes and databases, between two messages. Lanes of a database that stays the same object are
     * not touched; where another one has the id of an earlier one, its lanes go on with what waits in them. What waits for
     * a route or a database that has gone becomes dead letters, and this waits for that. Not after {@link #close}.
     *
     * @param databases every database that a route names; no lane uses the earlier ones when this returns, except for a
     *     write that is under way
     * @throws UncheckedIOException if messages for a new database can't wait; then nothing has changed
     */
    public synchronized void change(RouteTable routes, Collection<? extends Database> databases) {
        lanes.add(databases);
        var next = next(routes);
        lanes.follow(databases); // before the routes: what these make may need what the databases now allow
        routing.become(next);
        lanes.keepOnly(databases);
    }

    /** The routes that want what is published to this topic; empty for most, and then nothing was allocated. */
    @Override
    public List<Route> match(String topic) {
        return routing.get().routes().match(topic);
    }

    @Override
    public List<Route> match(MessageSource source, String topic) {
        return routing.get().routes().match(source, topic);
    }

    @Override
    public void accept(List<Route> matched, InboundMessage message, @Nullable Receipt receipt) {
        var now = routing.get();
        for (int i = 0; i < matched.size(); i++) {
            if (receipt != null) {
                receipt.expectOneMore();
            }
            var target = now.target(matched.get(i));
            if (target == null) {
                withoutRoute(matched.get(i), message, receipt);
            } else {
                take(target, message, receipt);
            }
        }
        if (receipt != null) {
            receipt.arrived();
        }
    }

    private void take(RouteTarget target, InboundMessage message, @Nullable Receipt receipt) {
        target.account().receive();
        if (takesIn) {
            target.offer(message, receipt);
        } else {
            target.tooLate(message, receipt);
        }
    }

    /** The route has gone since it matched. */
    private void withoutRoute(Route matched, InboundMessage message, @Nullable Receipt receipt) {
        var account = accounts.of(matched.id());
        account.receive();
        boolean mayBeAcknowledged = outcomes.withoutRoute(account, message);
        if (receipt != null && mayBeAcknowledged) {
            receipt.arrived();
        } else if (receipt != null) {
            receipt.refuse();
        }
    }

    @Override
    public void reject(List<Route> matched, RejectedMessage message, @Nullable Receipt receipt) {
        for (var route : matched) {
            var account = accounts.of(route.id());
            account.receive();
            boolean mayBeAcknowledged = false;
            if (takesIn) {
                mayBeAcknowledged = outcomes.deadLetter(account, message.letter(route.id()));
            } else {
                account.drop(DropReason.STOPPED);
            }
            if (!mayBeAcknowledged && receipt != null) {
                receipt.refuse();
            }
        }
        if (receipt != null) {
            receipt.arrived();
        }
    }

    @Override
    public void drop(List<Route> matched, DropReason reason) {
        for (var route : matched) {
            var account = accounts.of(route.id());
            account.receive();
            account.drop(reason);
        }
    }

    /** Counts messages that were dropped before this pipeline started. */
    void addDropped(String routeId, DropReason reason, long messages) {
        accounts.of(routeId).addDropped(reason, messages);
    }

    /**
     * Takes a message in once more, as soon as those that arrive leave room for it.
     *
     * @param until ends the wait
     * @return {@code false} if a stop began before; then it is not taken in
     */
    boolean takeInAgain(String routeId, InboundMessage message, StopSignal until) {
        return reentry.takeInWithRoom(routeId, message, until);
    }

    /**
     * Brings what was taken in once more to the disk, where messages wait on a disk.
     *
     * @throws UncheckedIOException if that fails
     */
    void syncTakenInAgain() {
        reentry.sync();
    }

    /** The account of a route of this pipeline. */
    public RouteFigures figures(String routeId) {
        return accounts.of(routeId);
    }

    /**
     * Stops: lets the lanes empty their queues within the drain timeout, and gives what is left to the dead letters,
     * unless it is in a log. What comes meanwhile is dropped, or waits in the log for the next start. Calling it twice is
     * harmless.
     */
    @Override
    public synchronized void close() {
        takesIn = hasLogs;
        stop.stopWithin(Duration.ZERO);
        lanes.stop();
        takesIn = false;
        lanes.close();
        if (!hasLogs) {
            accounts.all().forEach(Pipeline::checkSettled);
        }
    }

    private static void checkSettled(RouteAccount account) {
        if (account.inFlight() != 0) {
            LOG.error("Route {}: {} messages have no outcome", account.routeId(), account.inFlight());
        }
    }
}
