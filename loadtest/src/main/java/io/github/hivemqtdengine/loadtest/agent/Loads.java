// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.agent;

import io.github.hivemqtdengine.loadtest.measure.AgentFigures;
import io.github.hivemqtdengine.loadtest.measure.LoadResult;
import io.github.hivemqtdengine.loadtest.mqtt.RunListener;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;

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
     * @param agents agents that made the load; empty if this process did
     */
    record Loaded(LoadResult result, List<AgentFigures> agents) {}
}
