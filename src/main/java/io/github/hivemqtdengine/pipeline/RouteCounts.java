package io.github.hivemqtdengine.pipeline;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** How many messages of each route are in one place. May be used by any thread. */
final class RouteCounts {

    private final ConcurrentMap<String, AtomicInteger> byRoute = new ConcurrentHashMap<>();
    private final AtomicInteger all = new AtomicInteger();

    /** So many came, or left where it is less than 0. */
    void add(String routeId, int messages) {
        byRoute.computeIfAbsent(routeId, id -> new AtomicInteger()).addAndGet(messages);
        all.addAndGet(messages);
    }

    /** How many messages there are of all routes. */
    int all() {
        return all.get();
    }

    /** Begins at 0 again; returns what there was, by the routes. */
    Map<String, Integer> takeAll() {
        var taken = new HashMap<String, Integer>();
        byRoute.forEach((routeId, count) -> {
            int messages = count.getAndSet(0);
            if (messages != 0) {
                all.addAndGet(-messages);
                taken.put(routeId, messages);
            }
        });
        return taken;
    }
}
