package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.metrics.PipelineMetrics;
import java.util.Collection;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * The accounts of all routes, also of those that the configuration no longer has while messages of them wait. May be
 * used by any thread.
 */
final class Accounts {

    private final ConcurrentMap<String, RouteAccount> byId = new ConcurrentHashMap<>();
    private final PipelineMetrics metrics;

    Accounts(PipelineMetrics metrics) {
        this.metrics = metrics;
    }

    /** The account of a route; it is opened when it is asked for first. */
    RouteAccount of(String routeId) {
        return byId.computeIfAbsent(routeId, id -> new RouteAccount(id, metrics));
    }

    Collection<RouteAccount> all() {
        return byId.values();
    }
}
