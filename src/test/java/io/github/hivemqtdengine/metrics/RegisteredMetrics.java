package io.github.hivemqtdengine.metrics;

import com.codahale.metrics.MetricRegistry;
import java.util.List;
import java.util.regex.Pattern;

/** Names of all metrics, without the prefix that they share. */
public final class RegisteredMetrics {

    private RegisteredMetrics() {}

    /**
     * Returns the part of each name but those of {@code total.} after {@code route.<id>.}, {@code database.<id>.}, {@code schema-registry.<id>.},
     * {@code acknowledgements.} or {@code spool.}.
     */
    public static List<String> names() {
        return registry("r").getNames().stream()
                .filter(name -> !name.startsWith(DropwizardMetrics.PREFIX + ".total."))
                .map(name -> name.replaceFirst(
                        Pattern.quote(DropwizardMetrics.PREFIX)
                                + "\\.((route\\.r|database\\.r|schema-registry\\.r|acknowledgements|spool|sparkplug)\\.)?",
                        ""))
                .toList();
    }

    /**
     * Returns all metrics.
     *
     * @param id the id of the only route, database and schema registry
     */
    static MetricRegistry registry(String id) {
        var registry = new MetricRegistry();
        var metrics = new DropwizardMetrics(registry);
        metrics.routeAdded(id, new FixedCounters());
        metrics.writesAllowed(id, () -> 1);
        metrics.connections(id, () -> 1);
        metrics.databaseHealth(id, () -> true, () -> false, () -> 0);
        metrics.reloads(new FixedCounters.Configuration());
        metrics.replay(() -> 0);
        registry.counter(DropwizardMetrics.CAPTURE_ACTIVE);
        metrics.writeRetried(id);
        metrics.acknowledgements(new FixedCounters.Acks());
        metrics.clock(() -> 0, () -> 0);
        metrics.spoolBypass(() -> false, () -> 0);
        metrics.oldestMessage(id, () -> 0);
        metrics.spoolSize(() -> 0, 1, () -> 0);
        metrics.deadLetters(() -> 0, 1, () -> false);
        metrics.publishedDeadLetters(() -> 0, () -> 0);
        metrics.births(() -> 0, () -> 0, () -> 0, () -> 0);
        metrics.rebirths(() -> 0, () -> 0);
        metrics.registryAdded(id, new FixedCounters.Registry());
        return registry;
    }
}
