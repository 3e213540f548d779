package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.util.Optional;

/** Why a scenario can't run here. */
@FunctionalInterface
public interface Obstacles {

    /** A few words; empty if it can run. */
    Optional<String> of(Scenario scenario) throws IOException;
}
