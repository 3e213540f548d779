package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.scenario.PublishedFigure;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a scenario found.
 *
 * @param name the scenario's name
 * @param title one line
 * @param about what it shows
 * @param settings its keys and values, all that is needed to run it again
 * @param published what others have measured
 * @param rounds the counted rounds in the order in which they ran
 * @param verdicts on each threshold; empty while the scenario is not complete
 * @param skipped why it did not run
 * @param failure why it could not go on
 * @param complete whether all rounds ran
 */
public record ScenarioResult(
        String name,
        String title,
        String about,
        Map<String, String> settings,
        List<PublishedFigure> published,
        List<Round> rounds,
        List<Verdict> verdicts,
        Optional<String> skipped,
        Optional<String> failure,
        boolean complete) {

    /** Whether a threshold was missed, or it could not go on. */
    public boolean failed() {
        return failure.isPresent() || verdicts.stream().anyMatch(verdict -> !verdict.passed());
    }
}
