// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.scenario.PublishedFigure;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Results of a scenario.
 *
 * @param title one line
 * @param about purpose of the scenario
 * @param settings keys and values, sufficient to repeat the scenario
 * @param published metrics published by others
 * @param rounds counted rounds in the order in which they ran
 * @param verdicts one per threshold; empty while the scenario is incomplete
 * @param skipped reason for skipping the scenario
 * @param failure reason for aborting the scenario
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

    /**
     * Returns the result of a scenario with these rounds. Thresholds are checked if all rounds ran.
     *
     * @param failure reason for aborting the scenario
     * @param complete whether all rounds ran
     */
    public static ScenarioResult of(Scenario scenario, List<Round> rounds, Optional<String> failure, boolean complete) {
        var verdicts = complete ? Verdicts.of(scenario.thresholds(), rounds) : List.<Verdict>of();
        return of(scenario, rounds, verdicts, Optional.empty(), failure, complete);
    }

    /** Returns the result of a scenario that is not run. */
    public static ScenarioResult skipped(Scenario scenario, String why) {
        return of(scenario, List.of(), List.of(), Optional.of(why), Optional.empty(), false);
    }

    private static ScenarioResult of(
            Scenario scenario,
            List<Round> rounds,
            List<Verdict> verdicts,
            Optional<String> skipped,
            Optional<String> failure,
            boolean complete) {
        return new ScenarioResult(
                scenario.name(),
                scenario.title(),
                scenario.about(),
                scenario.settings(),
                scenario.published(),
                List.copyOf(rounds),
                verdicts,
                skipped,
                failure,
                complete);
    }

    /**
     * Returns the same rounds, checked against the thresholds of a scenario.
     *
     * @return empty unless all rounds of that scenario ran, with settings that measure the same
     */
    public Optional<ScenarioResult> checkAgainst(Scenario scenario) {
        boolean same =
                complete && name.equals(scenario.name()) && measured(settings).equals(measured(scenario.settings()));
        return same ? Optional.of(of(scenario, rounds, failure, true)) : Optional.empty();
    }

    private static Map<String, String> measured(Map<String, String> settings) {
        var measured = new HashMap<>(settings);
        measured.keySet()
                .removeIf(word -> ScenarioKey.of(word)
                        .filter(key -> !key.affectsMeasurement())
                        .isPresent());
        return measured;
    }

    /** Returns the position in the menu. */
    public int order() {
        return Integer.parseInt(settings.getOrDefault(ScenarioKey.ORDER.word(), ScenarioKey.ORDER.byDefault()));
    }

    /** Returns the start of the first counted round; empty if none ran. */
    public Optional<Instant> firstRound() {
        return starts().min(Instant::compareTo);
    }

    /** Returns the start of the last counted round; empty if none ran. */
    public Optional<Instant> lastRound() {
        return starts().max(Instant::compareTo);
    }

    private Stream<Instant> starts() {
        return rounds.stream().map(Round::started).filter(Objects::nonNull);
    }

    /** Returns whether a threshold was missed or the scenario was aborted. */
    public boolean failed() {
        return failure.isPresent() || verdicts.stream().anyMatch(verdict -> !verdict.passed());
    }
}
