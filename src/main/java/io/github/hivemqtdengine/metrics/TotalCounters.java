package io.github.hivemqtdengine.metrics;

import io.github.hivemqtdengine.metrics.PipelineMetrics.RouteCounters;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.ToLongFunction;

/** Sums of the accounts of all routes since the start, removed routes included. Thread-safe. */
final class TotalCounters implements RouteCounters {

    private final List<RouteCounters> routes = new CopyOnWriteArrayList<>();

    void add(RouteCounters route) {
        routes.add(route);
    }

    private long sum(ToLongFunction<RouteCounters> counter) {
        return routes.stream().mapToLong(counter).sum();
    }

    @Override
    public long received() {
        return sum(RouteCounters::received);
    }

    @Override
    public long stored() {
        return sum(RouteCounters::stored);
    }

    @Override
    public long storedRows() {
        return sum(RouteCounters::storedRows);
    }

    @Override
    public long deadLettered() {
        return sum(RouteCounters::deadLettered);
    }

    @Override
    public long dropped(DropReason reason) {
        return sum(route -> route.dropped(reason));
    }

    @Override
    public long inFlight() {
        return sum(RouteCounters::inFlight);
    }

    @Override
    public long retried() {
        return sum(RouteCounters::retried);
    }

    @Override
    public long bumpedRows() {
        return sum(RouteCounters::bumpedRows);
    }

    @Override
    public long overwrittenRows() {
        return sum(RouteCounters::overwrittenRows);
    }

    @Override
    public long tagChanges() {
        return sum(RouteCounters::tagChanges);
    }

    @Override
    public long delayedAcks() {
        return sum(RouteCounters::delayedAcks);
    }

    @Override
    public long mapped(MappingEvent event) {
        return sum(route -> route.mapped(event));
    }
}
