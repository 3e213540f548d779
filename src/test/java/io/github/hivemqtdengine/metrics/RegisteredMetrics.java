package io.github.hivemqtdengine.metrics;

import com.codahale.metrics.MetricRegistry;
import java.util.List;
import java.util.regex.Pattern;

/** Names of all metrics, without the prefix that they share. */
public final class RegisteredMetrics {

    private RegisteredMetrics() {}

    /**
     * Returns the part of each name after {@code route.<id>.}, {@code database.<id>.}, {@code schema-registry.<id>.},
     * {@code acknowledgements.} or {@code spool.}.
     */
    public static List<String> names() {
        var registry = new MetricRegistry();
        var metrics = new DropwizardMetrics(registry);
        metrics.routeAdded("r", new FixedCounters());
        metrics.writesAllowed("d", () -> 1);
        metrics.databaseHealth("d", () -> true, () -> 0);
        metrics.reloads(() -> true);
        registry.counter(DropwizardMetrics.CAPTURE_ACTIVE);
        metrics.writeRetried("d");
        metrics.acknowledgements(new FixedCounters.Acks());
        metrics.clock(() -> 0, () -> 0);
        metrics.spoolBypass(() -> false, () -> 0);
        metrics.oldestMessage("d", () -> 0);
        metrics.spoolSize(() -> 0, 1, () -> 0);
        metrics.deadLetters(() -> 0, 1, () -> false);
        metrics.publishedDeadLetters(() -> 0, () -> 0);
        metrics.births(() -> 0, () -> 0, () -> 0, () -> 0);
        metrics.rebirths(() -> 0, () -> 0);
        metrics.registryAdded("s", new FixedCounters.Registry());
        return registry.getNames().stream()
                .map(name -> name.replaceFirst(
                        Pattern.quote(DropwizardMetrics.PREFIX)
                                + "\\.((route\\.r|database\\.d|schema-registry\\.s|acknowledgements|spool|sparkplug)\\.)?",
                        ""))
                .toList();
    }
}
