package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.mqtt.RunListener;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Puts the load of a scenario on a broker. */
public interface Loads {

    /** What makes the load, for the report. */
    String title();

    /**
     * Runs it to its end.
     *
     * @param clientPrefix what the ids of all clients begin with, before a hyphen, where the rows can be known by it
     */
    Loaded run(Scenario scenario, InetSocketAddress broker, String clientPrefix, RunListener listener)
            throws IOException, InterruptedException;

    /** Whether a stored row says which message it is of. */
    boolean rowsTellMessages();

    /** The scenario as it is run with this: without what this can't do. */
    Scenario asRun(Scenario scenario);

    /** Why a scenario can't be run with it, a few words; empty if it can. */
    Optional<String> obstacle(Scenario scenario);

    /**
     * A load that is over.
     *
     * @param result what its clients noted
     * @param printed figures that count more than those made of the result
     * @param unknown figures that the result does not tell
     */
    record Loaded(LoadResult result, Map<Figure, Double> printed, Set<Figure> unknown) {}
}
