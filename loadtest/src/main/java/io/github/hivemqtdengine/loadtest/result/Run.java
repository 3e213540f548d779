package io.github.hivemqtdengine.loadtest.result;

import java.util.List;

/**
 * What one command found.
 *
 * @param environment where, when and with what
 * @param smoke whether everything was made short, so that figures mean nothing
 * @param scenarios one after another
 */
public record Run(Environment environment, boolean smoke, List<ScenarioResult> scenarios) {

    /** Whether a threshold was missed. */
    public boolean failed() {
        return scenarios.stream().anyMatch(ScenarioResult::failed);
    }
}
