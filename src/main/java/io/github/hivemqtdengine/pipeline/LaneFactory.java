package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.route.RouteTable;
import java.util.ArrayList;

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
        var recovery = new Recovery(database.id(), new RetryPolicy(settings.retry()), stop, metrics);
        var lanes = new ArrayList<Lane>();
        for (int number = 1; number <= settings.lanes(); number++) {
            var writer = new GuardedWriter(database.id(), database.openWriter());
            lanes.add(lane("tdengine-" + database.id() + "-" + number, writer, keys, recovery));
        }
        return new DatabaseLanes(database.id(), lanes, new LaneByKey(lanes, InboundMessage::topic));
    }

    private Lane lane(String name, BatchWriter writer, TimeKeys keys, Recovery recovery) {
        var queue = new MemoryQueue(settings.queue());
        var collector = new BatchCollector(queue, new MessageMapper(routes, outcomes), settings.batch(), stop);
        var delivery = new BatchDelivery(writer, keys, recovery, outcomes);
        return new Lane(name, queue, collector, delivery, writer, outcomes);
    }
}
