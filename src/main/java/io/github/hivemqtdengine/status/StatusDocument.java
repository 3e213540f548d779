// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import io.github.hivemqtdengine.decode.json.JsonTree;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;
import io.github.hivemqtdengine.metrics.ExtensionMetric;
import io.github.hivemqtdengine.metrics.Metric;
import io.github.hivemqtdengine.metrics.RouteCounters;
import io.github.hivemqtdengine.status.ActiveConfiguration.DatabasePlace;
import io.github.hivemqtdengine.status.ActiveConfiguration.RouteName;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.LongSupplier;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Content of the status file, at most {@value #MAX_BYTES} bytes. Metrics have their names of docs/metrics.md; those that
 * are 0 are left out. If there are too many routes, those with the most trouble and traffic are listed and the others
 * are summed up. Used by one thread at a time.
 */
final class StatusDocument {

    /** Version of the file's format. */
    static final int FORMAT = 1;

    static final int MAX_BYTES = 256 * 1_024;
    static final int MAX_LISTED = 100;
    private static final int MAX_PROBLEMS = 4_000;
    private static final int MAX_HOST = 300;
    private static final String OF_ID = "<id>.";

    private final DropwizardMetrics metrics;
    private final DeadLetterCounts deadLetters;
    private final RecentWarnings warnings;
    private final Clock clock;
    private final Instant started;
    private final Map<String, Since> databases = new HashMap<>();
    private Map<String, Long> rows = Map.of();
    private Instant rowsAt;
    private List<?> state = List.of();
    private final SilentRoutes silentRoutes;
    private Map<String, Instant> silent = Map.of();
    private final Map<String, IntFunction<Object>> sections = new LinkedHashMap<>();
    private @Nullable String host;

    /** @param nanos a clock like {@link System#nanoTime} */
    StatusDocument(
            DropwizardMetrics metrics,
            DeadLetterCounts deadLetters,
            RecentWarnings warnings,
            Clock clock,
            LongSupplier nanos) {
        this.metrics = metrics;
        this.deadLetters = deadLetters;
        this.warnings = warnings;
        this.clock = clock;
        this.started = clock.instant();
        this.rowsAt = started;
        this.silentRoutes = new SilentRoutes(metrics, clock, nanos);
    }

    /** State of a database and the time at which it was first seen. */
    private record Since(boolean isUp, Instant time) {}

    /** Adds a section; the function gets the maximum number of routes to list. */
    void add(String name, IntFunction<Object> section) {
        sections.put(name, section);
    }

    /** Notes since when databases are up or down; returns whether anything but counts has changed. */
    boolean observe(ActiveConfiguration active) {
        var ids = active.databases().stream().map(DatabasePlace::id).collect(Collectors.toSet());
        databases.keySet().retainAll(ids);
        warnings.keepOnly(ids);
        ids.forEach(this::observe);
        silent = silentRoutes.observe(active.routes());
        var before = state;
        state = Arrays.asList(
                silent,
                active.since(),
                active.rejection(),
                Map.copyOf(databases),
                warnings.count(),
                metrics.value(ExtensionMetric.SPOOL_DEGRADED, ""),
                metrics.value(ExtensionMetric.DEAD_LETTERS_DEGRADED, ""));
        return !state.equals(before);
    }

    private void observe(String databaseId) {
        boolean isUp = isUp(databaseId);
        databases.compute(
                databaseId,
                (id, since) -> since == null || since.isUp != isUp ? new Since(isUp, clock.instant()) : since);
    }

    private boolean isUp(String databaseId) {
        return metrics.value(ExtensionMetric.DATABASE_UP, databaseId).intValue() == 1;
    }

    /** Returns the file's content. */
    byte[] write(ActiveConfiguration active, boolean isStopped) {
        var routes = routes(active);
        int listed = MAX_LISTED;
        var content = JsonTree.utf8(json(active, routes, isStopped, listed));
        while (content.length > MAX_BYTES && listed > 0) {
            listed /= 2;
            content = JsonTree.utf8(json(active, routes, isStopped, listed));
        }
        return content;
    }

    private Map<String, @Nullable Object> json(
            ActiveConfiguration active, List<Map<String, @Nullable Object>> routes, boolean isStopped, int listed) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("format", FORMAT);
        json.put("version", StatusDocument.class.getPackage().getImplementationVersion());
        json.put("host", host());
        json.put("process", ProcessHandle.current().pid());
        json.put("started", started);
        json.put("written", clock.instant());
        json.put("stopped", isStopped);
        json.put("configuration", configuration(active));
        var ofAll = Arrays.stream(ExtensionMetric.values())
                .filter(metric -> !metric.metric().contains(OF_ID))
                .toList();
        json.put("metrics", values(ofAll, ""));
        json.put(
                "databases",
                active.databases().stream()
                        .sorted(Comparator.comparing(place -> isUp(place.id())))
                        .limit(listed)
                        .map(place -> database(place, active.lanes()))
                        .toList());
        json.put("routes", routes.stream().limit(listed).map(this::withLatency).toList());
        if (routes.size() > listed) {
            var others = new LinkedHashMap<String, @Nullable Object>();
            others.put("routes", routes.size() - listed);
            routes.stream().skip(listed).forEach(route -> add(others, route));
            json.put("otherRoutes", others);
        }
        sections.forEach((name, section) -> json.put(name, section.apply(listed)));
        json.put(
                "warnings",
                warnings.latest().stream().map(StatusDocument::warning).toList());
        return json;
    }

    private static Map<String, @Nullable Object> configuration(ActiveConfiguration active) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("file", active.file().toString());
        json.put("activeSince", active.since());
        var rejection = active.rejection();
        if (rejection != null) {
            json.put("rejected", Map.of("time", rejection.time(), "problems", cut(rejection.problems(), MAX_PROBLEMS)));
        }
        return json;
    }

    private Map<String, @Nullable Object> database(DatabasePlace place, int lanes) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        var since = databases.get(place.id());
        json.put("id", place.id());
        json.put("host", cut(place.host(), MAX_HOST));
        json.put("since", since == null ? started : since.time);
        json.put("lanes", lanes);
        var ofDatabase = Arrays.stream(ExtensionMetric.values())
                .filter(metric -> metric.metric().startsWith("database." + OF_ID))
                .toList();
        json.putAll(values(ofDatabase, place.id()));
        var error = warnings.ofDatabase(place.id());
        if (error != null) {
            json.put("lastError", warning(error));
        }
        return json;
    }

    private static Map<String, @Nullable Object> warning(RecentWarnings.Warning warning) {
        return Map.of("time", warning.time(), "level", warning.level(), "text", warning.text());
    }

    /** Returns the routes: those that lost or rejected most messages first, then those with most traffic. */
    private List<Map<String, @Nullable Object>> routes(ActiveConfiguration active) {
        var now = clock.instant();
        double seconds = Math.max(1, Duration.between(rowsAt, now).toMillis() / 1e3);
        var before = rows;
        rows = new HashMap<>();
        rowsAt = now;
        deadLetters.keepOnly(active.routes().stream().map(RouteName::id).collect(Collectors.toSet()));
        return active.routes().stream()
                .map(route -> route(route, before, seconds))
                .sorted(Comparator.<Map<String, @Nullable Object>, Boolean>comparing(
                                route -> route.containsKey("silentSince"))
                        .thenComparingDouble(route -> number(route, "lost") + number(route, "dead-lettered"))
                        .thenComparingDouble(route -> number(route, "rowsPerSecond"))
                        .thenComparingDouble(route -> number(route, "received"))
                        .reversed())
                .toList();
    }

    private Map<String, @Nullable Object> route(RouteName name, Map<String, Long> rowsBefore, double seconds) {
        var json = new LinkedHashMap<String, @Nullable Object>();
        json.put("id", name.id());
        json.put("database", name.databaseId());
        json.putAll(values(RouteCounters.ALL, name.id()));
        json.putAll(values(List.of(ExtensionMetric.ROUTE_DROPPED, ExtensionMetric.ROUTE_DIFFERENCE), name.id()));
        deadLetters.of(name.id()).forEach((reason, count) -> json.put("dead-lettered." + reason, count));
        if (silent.containsKey(name.id())) {
            json.put("silentSince", silent.get(name.id()));
        }
        double intended = number(json, "dropped.mapping") + number(json, "dropped.no-rows");
        json.put("lost", (long) (number(json, "dropped") - intended));
        long stored = (long) number(json, "stored-rows");
        rows.put(name.id(), stored);
        json.put("rowsPerSecond", rounded((stored - rowsBefore.getOrDefault(name.id(), 0L)) / seconds));
        return json;
    }

    private Map<String, @Nullable Object> withLatency(Map<String, @Nullable Object> route) {
        var json = new LinkedHashMap<>(route);
        var latency = metrics.commitLatency(String.valueOf(route.get("id")));
        if (latency != null) {
            json.put("commitP50Ms", rounded(latency.p50Nanos() / 1e6));
            json.put("commitP99Ms", rounded(latency.p99Nanos() / 1e6));
        }
        return json;
    }

    /** Returns the values above or below 0 by the names of the metrics, without {@code route.<id>.}, for example. */
    private Map<String, @Nullable Object> values(Collection<? extends Metric> those, String id) {
        var values = new LinkedHashMap<String, @Nullable Object>();
        for (var metric : those) {
            var value = metrics.value(metric, id);
            if (value.doubleValue() != 0) {
                var name = metric.metric();
                int start = name.indexOf(OF_ID);
                values.put(start < 0 ? name : name.substring(start + OF_ID.length()), value);
            }
        }
        return values;
    }

    private static void add(Map<String, @Nullable Object> sums, Map<String, @Nullable Object> route) {
        route.forEach((name, value) -> {
            if (value instanceof Double number) {
                sums.put(name, rounded(number(sums, name) + number));
            } else if (value instanceof Long number) {
                sums.put(name, (long) number(sums, name) + number);
            }
        });
    }

    private static double number(Map<String, @Nullable Object> json, String name) {
        return json.get(name) instanceof Number number ? number.doubleValue() : 0;
    }

    private static double rounded(double number) {
        return Math.round(number * 10) / 10.0;
    }

    /** Returns the name of this machine, which may need a look-up. */
    private String host() {
        var name = host;
        if (name == null) {
            try {
                name = cut(InetAddress.getLocalHost().getHostName(), MAX_HOST);
            } catch (UnknownHostException e) {
                name = "";
            }
            host = name;
        }
        return name;
    }

    /** Returns a text that is not longer than a number of characters. */
    static String cut(String text, int max) {
        return text.length() <= max ? text : text.substring(0, max - 1) + "…";
    }
}
