package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.metrics.RouteFigures;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The way of a message from the broker's thread to the database. {@link #match(String)} and {@link #accept} may be called by
 * any thread, and wait for nothing but the disk that messages wait on.
 */
public final class Pipeline implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(Pipeline.class);

    /** What a lane may need after its last write has failed. */
    private static final Duration FINISHING = Duration.ofSeconds(5);

    private final RouteTable routes;
    private final Accounts accounts;
    private final @Nullable MessageLogs logs;
    private final Reentry reentry;
    private long latestArrival = Long.MIN_VALUE;
    private final Map<String, DatabaseLanes> lanes = new HashMap<>();
    /** Where each route's messages go, by the route itself: the broker's threads look nothing up by its name. */
    private final IdentityHashMap<Route, RouteTarget> targets = new IdentityHashMap<>();

    private final StopSignal stop = new StopSignal();
    private final Duration drainTimeout;
    private final Duration stopTimeout;
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
        this.routes = routes;
        this.logs = logs;
        this.accounts = new Accounts(metrics);
        this.drainTimeout = settings.drainTimeout();
        this.stopTimeout = drainTimeout
                .plus(databases.stream()
                        .map(Database::longestWrite)
                        .max(Comparator.naturalOrder())
                        .orElse(Duration.ZERO))
                .plus(FINISHING);
        var outcomes = new Outcomes(deadLetters, EpochClock.SYSTEM);
        this.reentry = new Reentry(accounts, id -> routes.route(id).map(targets::get), outcomes, stop);
        var factory = new LaneFactory(routes, settings, outcomes, metrics, stop, accounts, logs);
        databases.forEach(database -> lanes.put(database.id(), factory.lanesOf(database)));
        for (var route : routes.routes()) {
            var account = accounts.of(route.id());
            targets.put(route, new RouteTarget(account, Objects.requireNonNull(lanes.get(route.databaseId()))));
        }
    }

    /**
     * Takes in what an earlier process has left, and starts the lanes, whether the databases can be reached or not.
     *
     * @return the latest time of arrival that an earlier process is known to have given, epoch microseconds
     * @throws UncheckedIOException if what was left can't be read or laid out anew; then it stays as it was
     */
    public long start() {
        for (var group : lanes.values()) {
            latestArrival = Math.max(latestArrival, group.recover());
        }
        if (logs != null) {
            logs.replay(this::replay);
        }
        lanes.forEach((databaseId, group) -> {
            var mark = logs == null ? KeyMark.NONE : logs.mark(databaseId);
            latestArrival = Math.max(latestArrival, mark.arrival());
            group.start(mark);
        });
        return latestArrival;
    }

    private void replay(LoggedMessage logged) {
        if (!logged.message().replayed()) {
            latestArrival = Math.max(latestArrival, logged.message().arrivalMicros());
        }
        if (!reentry.takeIn(logged)) {
            throw new UncheckedIOException(new IOException("What waits can't be laid out anew, the log says why: "
                    + "make room on the disk, or start once with the lanes and routes of before"));
        }
    }

    /** The routes that want what is published to this topic; empty for most, and then nothing was allocated. */
    public List<Route> match(String topic) {
        return routes.match(topic);
    }

    /** The routes that want messages of this source and topic. */
    public List<Route> match(MessageSource source, String topic) {
        return routes.match(source, topic);
    }

    /** Takes in a message for the routes that {@link #match(String)} found. */
    public void accept(List<Route> matched, InboundMessage message) {
        accept(matched, message, null);
    }

    /**
     * Takes in a message for the routes that {@link #match(String)} found.
     *
     * @param receipt what the message's acknowledgement waits for, or {@code null}
     */
    public void accept(List<Route> matched, InboundMessage message, @Nullable Receipt receipt) {
        for (int i = 0; i < matched.size(); i++) {
            if (receipt != null) {
                receipt.expectOneMore();
            }
            var target = Objects.requireNonNull(targets.get(matched.get(i)));
            target.account().receive();
            if (takesIn) {
                target.offer(message, receipt);
            } else {
                target.tooLate(message, receipt);
            }
        }
        if (receipt != null) {
            receipt.arrived();
        }
    }

    /** Counts a message that is not taken in since the broker does not say whether it accepts it. */
    public void drop(List<Route> matched, DropReason reason) {
        for (var route : matched) {
            var account = accounts.of(route.id());
            account.receive();
            account.drop(reason);
        }
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
    public void close() {
        takesIn = logs != null;
        lanes.values().forEach(DatabaseLanes::seal);
        stop.stopWithin(drainTimeout);
        lanes.values().forEach(DatabaseLanes::wakeUp);
        long deadline = System.nanoTime() + stopTimeout.toNanos();
        try {
            for (var group : lanes.values()) {
                group.join(deadline);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        takesIn = false;
        lanes.values().forEach(DatabaseLanes::close);
        if (logs == null) {
            accounts.all().forEach(Pipeline::checkSettled);
        }
    }

    private static void checkSettled(RouteAccount account) {
        if (account.inFlight() != 0) {
            LOG.error("Route {}: {} messages have no outcome", account.routeId(), account.inFlight());
        }
    }
}
