// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.util.Optional;

/** Preconditions of a scenario. */
@FunctionalInterface
public interface Preconditions {

    /** Returns the first precondition that is not met, as a short reason; empty if the scenario can run. */
    Optional<String> unmet(Scenario scenario) throws IOException;
}
