package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.route.RouteTable;
import java.util.ArrayList;
import java.util.List;

/** Builds the lanes of a database. */
final class LaneFactory {

    private final RouteTable routes;
    private final DeliverySettings settings;
    private final Outcomes outcomes;
    private final PipelineMetrics metrics;
    private final StopSignal stop;

    LaneFactory(
            RouteTable routes, DeliverySettings settings, Outcomes outcomes, PipelineMetrics metrics, StopSignal stop) {
        this.routes = routes;
        this.settings = settings;
        this.outcomes = outcomes;
        this.metrics = metrics;
        this.stop = stop;
    }

    DatabaseLanes lanesOf(Database database) {
        var keys = new TimeKeys(database.id(), routes);
        var mapper = new MessageMapper(routes, outcomes, new TagChanges());
        var health = new DatabaseHealth(database.id());
        var limit = new WriteLimit(database.id(), settings.lanes().count(), stop);
        metrics.writesAllowed(database.id(), limit::allowed);
        var lanes = new ArrayList<Lane>();
        for (int number = 1; number <= settings.lanes().count(); number++) {
            lanes.add(lane("tdengine-" + database.id() + "-" + number, database, mapper, keys, health, limit));
        }
        return new DatabaseLanes(database.id(), lanes, choice(lanes));
    }

    private Lane lane(
            String name,
            Database database,
            MessageMapper mapper,
            TimeKeys keys,
            DatabaseHealth health,
            WriteLimit limit) {
        var queue = new MemoryQueue(settings.queue());
        var load = new LaneLoad(queue);
        var size = new BatchSize(settings.batch(), database.longestWrite());
        var linger = new Linger(settings.batch().linger(), System::nanoTime);
        var collector = new BatchCollector(queue, load, mapper, size, linger, stop);
        var guarded = new GuardedWriter(database.id(), database.openWriter());
        var writer = new LaneWriter(guarded, limit, size, load, System::nanoTime);
        var recovery = new Recovery(database.id(), new RetryPolicy(settings.retry()), health, stop, metrics);
        return new Lane(name, queue, load, collector, new BatchDelivery(writer, keys, recovery, outcomes), outcomes);
    }

    private LaneChoice choice(List<Lane> lanes) {
        var wanted = settings.lanes();
        return switch (wanted.key()) {
            case TOPIC -> new LaneByKey(lanes, InboundMessage::topic);
            case CLIENT_ID -> new LaneByKey(lanes, InboundMessage::clientId);
            case NONE -> unordered(new LaneByCost(lanes, wanted.groupSize(), System::nanoTime));
        };
    }

    private LaneChoice unordered(LaneByCost byCost) {
        var property = settings.lanes().groupProperty();
        return property == null ? byCost : new LaneByGroup(property, byCost);
    }
}
