package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.scenario.PublishedFigure;
import java.time.Instant;
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
