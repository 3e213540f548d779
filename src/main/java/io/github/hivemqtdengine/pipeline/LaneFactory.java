package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.route.RouteTable;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builds the lanes of a database. */
final class LaneFactory {

    private final RouteTable routes;
    private final DeliverySettings settings;
    private final Outcomes outcomes;
    private final PipelineMetrics metrics;
    private final StopSignal stop;
    private final Accounts accounts;
    private final @Nullable MessageLogs logs;

    /** @param logs where messages wait that outlive the process, {@code null} if they wait in memory */
    LaneFactory(
            RouteTable routes,
            DeliverySettings settings,
            Outcomes outcomes,
            PipelineMetrics metrics,
            StopSignal stop,
            Accounts accounts,
            @Nullable MessageLogs logs) {
        this.routes = routes;
        this.settings = settings;
        this.outcomes = outcomes;
        this.metrics = metrics;
        this.stop = stop;
        this.accounts = accounts;
        this.logs = logs;
    }

    DatabaseLanes lanesOf(Database database) {
        var keys = new TimeKeys(database.id(), routes);
        var groups = new OpenGroups(settings.lanes().groupProperty());
        var overflowLog = new OverflowLog(database.id());
        var readmission = new Readmission(accounts, groups, overflowLog);
        var mapper = new MessageMapper(routes, outcomes, new TagChanges());
        var health = new DatabaseHealth(database.id());
        var limit = new WriteLimit(database.id(), settings.lanes().count(), stop);
        metrics.writesAllowed(database.id(), limit::allowed);
        var lanes = new ArrayList<Lane>();
        for (int number = 1; number <= settings.lanes().count(); number++) {
            var queue = queue(database.id(), number, keys, readmission);
            lanes.add(lane("tdengine-" + database.id() + "-" + number, queue, database, mapper, keys, health, limit));
        }
        return new DatabaseLanes(
                lanes, keys, choice(lanes, groups), settings.intake().overflow(), overflowLog);
    }

    private LaneQueue queue(String databaseId, int number, TimeKeys keys, Readmission readmission) {
        if (logs == null) {
            return new MemoryQueue(settings.intake().queue());
        }
        var log = logs.log(databaseId, number);
        var groupSync = new GroupSync("tdengine-sync-" + databaseId + "-" + number, log);
        return new SpooledQueue(log, settings.intake(), readmission, keys::latestArrivalKey, groupSync);
    }

    private Lane lane(
            String name,
            LaneQueue queue,
            Database database,
            MessageMapper mapper,
            TimeKeys keys,
            DatabaseHealth health,
            WriteLimit limit) {
        var load = new LaneLoad(queue);
        var size = new BatchSize(settings.batch(), database.longestWrite());
        var linger = new Linger(settings.longestLinger(), System::nanoTime);
        var collector = new BatchCollector(queue, load, mapper, size, linger, stop);
        var guarded = new GuardedWriter(database.id(), database.openWriter());
        var writer = new LaneWriter(guarded, limit, size, load, System::nanoTime);
        var recovery = new Recovery(database.id(), new RetryPolicy(settings.retry()), health, stop, metrics);
        return new Lane(name, queue, load, collector, new BatchDelivery(writer, keys, recovery, outcomes), outcomes);
    }

    private LaneChoice choice(List<Lane> lanes, OpenGroups groups) {
        var wanted = settings.lanes();
        return switch (wanted.key()) {
            case TOPIC -> new LaneByKey(lanes, InboundMessage::topic);
            case CLIENT_ID -> new LaneByKey(lanes, InboundMessage::clientId);
            case NONE -> unordered(new LaneByCost(lanes, wanted.groupSize(), System::nanoTime), groups);
        };
    }

    private LaneChoice unordered(LaneByCost byCost, OpenGroups groups) {
        return settings.lanes().groupProperty() == null ? byCost : new LaneByGroup(groups, byCost);
    }
}
