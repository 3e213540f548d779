// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.Pace;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Capacity of the bare broker without rate limit, by which a fractional pace becomes a rate. */
final class Capacity {

    /** Number of messages of all publishers: a burst of at most about a second. */
    private static final int MESSAGES = 20_000;

    private final Measurement measurement;
    private final Map<LoadPlan, Double> messagesPerSecond = new HashMap<>();

    Capacity(Measurement measurement) {
        this.measurement = measurement;
    }

    /** Returns the scenario with a rate; measures each load only once. */
    Scenario resolve(Scenario scenario) throws IOException, SQLException, InterruptedException {
        if (scenario.load().groups().size() > 1) {
            return scenario; // groups have no part of the capacity
        }
        var publishers = scenario.load().only().publishers();
        if (!(publishers.pace() instanceof Pace.PartOfCapacity part)) {
            return scenario;
        }
        if (!messagesPerSecond.containsKey(scenario.load())) {
            messagesPerSecond.put(scenario.load(), measure(scenario));
        }
        return with(scenario, publishers.withPace(part.of(messagesPerSecond.get(scenario.load()))));
    }

    /** Returns the second of two measurements, because the first has cold caches. */
    private double measure(Scenario scenario) throws IOException, SQLException, InterruptedException {
        var publishers = scenario.load().only().publishers();
        var burst = with(
                scenario.undisturbed(),
                publishers
                        .withPace(new Pace.ClosedLoop(Duration.ZERO))
                        .withMessages(Math.max(1, MESSAGES / publishers.count())));
        var unused = measurement.bare(burst);
        var figures = measurement.bare(burst).figures();
        int subscribers = scenario.load().subscribers();
        var deliveries = figures.get(Figure.DELIVERIES_PER_SECOND);
        var published = figures.get(Figure.PUBLISHED_PER_SECOND);
        if (published == null) {
            throw new IOException("The bare broker took nothing, so there is no part of it to take");
        }
        boolean shared = scenario.load().only().subscribers().shared();
        return deliveries == null ? published : shared ? deliveries : deliveries / subscribers;
    }

    private static Scenario with(Scenario scenario, PublisherPlan publishers) {
        return scenario.withLoad(scenario.load().withPublishers(publishers));
    }

    /** Runs a scenario on the bare broker. */
    @FunctionalInterface
    interface Measurement {

        Round bare(Scenario scenario) throws IOException, SQLException, InterruptedException;
    }
}
