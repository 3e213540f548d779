// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.measure.AgentFigures;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.mqtt.RunListener;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Generator of a scenario's load on a broker. */
public interface Loads extends AutoCloseable {

    /** Returns the name of the generator, for the report. */
    String title();

    /**
     * Runs the load to its end.
     *
     * @param clientPrefix prefix of all client ids, followed by a hyphen, for generators with configurable ids
     */
    Loaded run(Scenario scenario, InetSocketAddress broker, String clientPrefix, RunListener listener)
            throws IOException, InterruptedException;

    /** Returns whether the stored rows of a scenario contain their message numbers. */
    default boolean rowsTellMessages(Scenario scenario) {
        return true;
    }

    /**
     * Returns the scenario without features that this generator lacks.
     *
     * @param scenario with an absolute rate, if it has one
     */
    default Scenario asRun(Scenario scenario) {
        return scenario;
    }

    /** Returns a short reason why the scenario cannot run; empty if it can. */
    default Optional<String> unmet(Scenario scenario) {
        return Optional.empty();
    }

    /** Ends what the generator has started. */
    @Override
    default void close() {}

    /**
     * Finished load.
     *
     * @param result measurements of the clients
     * @param printed metrics that replace those computed from the result
     * @param unknown metrics missing in the result
     * @param agents agents that made the load; empty if this process did
     */
    record Loaded(LoadResult result, Map<Figure, Double> printed, Set<Figure> unknown, List<AgentFigures> agents) {

        Loaded(LoadResult result, Map<Figure, Double> printed, Set<Figure> unknown) {
            this(result, printed, unknown, List.of());
        }
    }
}
