// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import java.util.List;
import java.util.Set;

/**
 * Results of one command.
 *
 * @param environment time, machine and software
 * @param smoke whether the run was shortened, which makes its metrics meaningless
 * @param scenarios in the order in which they ran
 */
public record Run(Environment environment, boolean smoke, List<ScenarioResult> scenarios) {

    /** Returns the results of some scenarios. */
    public Run only(Set<String> names) {
        return new Run(
                environment,
                smoke,
                scenarios.stream()
                        .filter(scenario -> names.contains(scenario.name()))
                        .toList());
    }

    /** Returns whether a threshold was missed or a scenario failed. */
    public boolean failed() {
        return scenarios.stream().anyMatch(ScenarioResult::failed);
    }
}
