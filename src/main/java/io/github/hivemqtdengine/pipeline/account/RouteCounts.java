package io.github.hivemqtdengine.pipeline.account;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;

/** Message counts by route. May be used by any thread. */
public final class RouteCounts {

    private final ConcurrentMap<String, AtomicInteger> byRoute = new ConcurrentHashMap<>();
    private final AtomicInteger all = new AtomicInteger();

    /** Adds messages to a route's count; removes them if the number is negative. */
    public void add(String routeId, int messages) {
        byRoute.computeIfAbsent(routeId, id -> new AtomicInteger()).addAndGet(messages);
        all.addAndGet(messages);
    }

    /** Returns the count of all routes. */
    public int all() {
        return all.get();
    }

    /** Resets all counts to 0; returns the previous ones by route. */
    public Map<String, Integer> takeAll() {
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
