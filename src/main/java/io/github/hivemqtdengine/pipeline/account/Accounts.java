// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.account;

import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.route.Route;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/** Accounts of all routes, including removed routes whose messages still wait. May be used by any thread. */
public final class Accounts {

    private final ConcurrentMap<String, RouteAccount> byId = new ConcurrentHashMap<>();
    private final PipelineMetrics metrics;
    private volatile OutcomeListener listener = OutcomeListener.NONE;

    public Accounts(PipelineMetrics metrics) {
        this.metrics = metrics;
    }

    /** Returns the account of a route, opening it on first use. */
    public RouteAccount of(String routeId) {
        return byId.computeIfAbsent(routeId, id -> new RouteAccount(id, metrics, () -> listener));
    }

    /** Counts a message as received by routes and dropped. */
    public void drop(List<Route> matched, DropReason reason) {
        for (var route : matched) {
            var account = of(route.id());
            account.receive();
            account.drop(reason);
        }
    }

    /** Sets the listener of all routes, in place of the previous one. */
    public void setListener(OutcomeListener next) {
        listener = next;
    }

    public Collection<RouteAccount> all() {
        return byId.values();
    }
}
