package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.util.Optional;

/** Preconditions of a scenario. */
@FunctionalInterface
public interface Obstacles {

    /** Returns a short reason why the scenario cannot run; empty if it can. */
    Optional<String> of(Scenario scenario) throws IOException;
}
