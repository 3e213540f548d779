// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.scenario.PublishedFigure;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.scenario.ScenarioKey;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
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
 * @param failure reason for aborting the scenario, or why its result does not count
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
     * Returns the result of a scenario with these rounds. If all ran, thresholds are checked, and the scenario fails if
     * its rate was not reached or deliveries were under way at the end.
     *
     * @param failure reason for aborting the scenario
     * @param complete whether all rounds ran
     */
    public static ScenarioResult of(Scenario scenario, List<Round> rounds, Optional<String> failure, boolean complete) {
        var verdicts = complete ? Verdicts.of(scenario.thresholds(), rounds) : List.<Verdict>of();
        return of(
                scenario, rounds, verdicts, Optional.empty(), complete ? invalid(scenario, rounds) : failure, complete);
    }

    /** Returns why the result does not count. */
    private static Optional<String> invalid(Scenario scenario, List<Round> rounds) {
        var underWay = most(rounds, Figure.DELIVERIES_UNDER_WAY)
                .map(round -> counted(round, Figure.DELIVERIES_UNDER_WAY)
                        + " deliveries were under way when the run ended: whether they are lost is unknown. A longer"
                        + " exec_time awaits them");
        boolean mayFall = scenario.comparison().rateMayFall();
        return most(rounds, Figure.UNSENT)
                .filter(round ->
                        !mayFall && scenario.as(round.contender()).load().hasRate())
                .map(round -> counted(round, Figure.SENT)
                        + " messages were sent: the rate was not reached. x.rate_may_fall = true allows this")
                .map(unsent -> underWay.map(more -> unsent + "; " + more).orElse(unsent))
                .or(() -> underWay);
    }

    private static Optional<Round> most(List<Round> rounds, Figure figure) {
        return rounds.stream()
                .filter(round -> round.figures().getOrDefault(figure, 0.0) > 0)
                .max(Comparator.comparing(round -> round.figures().getOrDefault(figure, 0.0)));
    }

    private static String counted(Round round, Figure figure) {
        return String.format(
                Locale.ROOT,
                "%s, round %d: %,.0f of %,.0f",
                round.contender().word(),
                round.number(),
                round.figures().getOrDefault(figure, 0.0),
                round.whole(figure).orElseThrow());
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
        return same ? Optional.of(of(scenario, rounds, Optional.empty(), true)) : Optional.empty();
    }

    private static Map<String, String> measured(Map<String, String> settings) {
        var measured = new HashMap<>(settings);
        measured.keySet()
                .removeIf(word -> ScenarioKey.of(word)
                        .filter(key -> key.place() == ScenarioKey.Place.REPORT)
                        .isPresent());
        return measured;
    }

    /** Returns the position in the menu. */
    public int order() {
        return Integer.parseInt(ScenarioKey.value(settings, "x.order"));
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

    /** Returns whether a threshold was missed, or the scenario was aborted, or its result does not count. */
    public boolean failed() {
        return failure.isPresent() || verdicts.stream().anyMatch(verdict -> !verdict.passed());
    }
}
