// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.agent.Sentence;
import io.github.hivemqtdengine.loadtest.result.Environment;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Runs scenarios one after another. Saves the results after each round, so that a later run can resume. */
public final class Suite {

    private final boolean smoke;
    private final Rounds rounds;
    private final Progress progress;
    private final ResultSink<Run> sink;
    private final Map<String, ScenarioResult> results = new LinkedHashMap<>();
    private Environment environment;

    /** Runs single rounds. */
    @FunctionalInterface
    public interface Rounds {

        /**
         * Runs a scenario once.
         *
         * @param number number of the round, from 1
         * @throws IOException if broker, database or a client fails, except for faults of the scenario
         */
        Round run(Scenario scenario, Contender contender, int number)
                throws IOException, SQLException, InterruptedException;
    }

    /** Preconditions of a scenario. */
    @FunctionalInterface
    public interface Preconditions {

        /** Returns the first precondition that is not met, as a short reason; empty if the scenario can run. */
        Optional<String> unmet(Scenario scenario) throws IOException;
    }

    /** Saves intermediate results; each call replaces the previous one. */
    @FunctionalInterface
    public interface ResultSink<T> {

        void save(T result) throws IOException;
    }

    public Suite(Environment environment, boolean smoke, Rounds rounds, Progress progress, ResultSink<Run> sink) {
        this.environment = environment;
        this.smoke = smoke;
        this.rounds = rounds;
        this.progress = progress;
        this.sink = sink;
    }

    /**
     * Takes over the complete results of an earlier run, checked against the thresholds as they are now.
     *
     * @param scenarios a result with other settings than these is not taken over, unless only title, position, thresholds
     *     or published figures differ
     * @throws IOException if that run measured other software or another machine: a report has only one environment
     */
    public void resume(Run earlier, List<Scenario> scenarios) throws IOException {
        var taken = earlier.scenarios().stream()
                .flatMap(result -> scenarios.stream()
                        .flatMap(scenario -> result.checkAgainst(scenario).stream())
                        .limit(1))
                .toList();
        if (!taken.isEmpty()
                && (earlier.smoke() != smoke || !measured(earlier.environment()).equals(measured(environment)))) {
            throw new IOException("The earlier run can't be continued, since it differs: " + difference(earlier)
                    + ". Choose another folder or file, or measure all of it again");
        }
        taken.forEach(result -> results.put(result.name(), result));
        if (hasAll(scenarios)) {
            environment = earlier.environment(); // nothing is measured now
        }
    }

    private String difference(Run earlier) {
        var before = new ArrayList<>(measured(earlier.environment()));
        var now = new ArrayList<>(measured(environment));
        before.add(earlier.smoke() ? "smoke run" : "full run");
        now.add(smoke ? "smoke run" : "full run");
        return IntStream.range(0, now.size())
                .filter(i -> !before.get(i).equals(now.get(i)))
                .mapToObj(i -> before.get(i) + " then, " + now.get(i) + " now")
                .collect(Collectors.joining("; "));
    }

    private static List<String> measured(Environment environment) {
        return List.of(
                environment.extension(),
                environment.broker(),
                environment.database(),
                environment.loader(),
                environment.processor(),
                environment.cores() + " cores",
                environment.memoryMb() + " MB",
                environment.system(),
                environment.java());
    }

    /** Returns whether all of these scenarios are measured already. */
    public boolean hasAll(List<Scenario> scenarios) {
        return scenarios.stream().allMatch(scenario -> results.containsKey(scenario.name()));
    }

    /** Runs the remaining scenarios; continues after a scenario that fails. */
    public void run(List<Scenario> scenarios, Preconditions preconditions) throws IOException, InterruptedException {
        var possible = new ArrayList<Scenario>();
        for (var scenario : scenarios) {
            if (!results.containsKey(scenario.name())) {
                var unmet = preconditions.unmet(scenario);
                if (unmet.isPresent()) {
                    progress.skipped(scenario, unmet.get());
                    keep(ScenarioResult.skipped(scenario, unmet.get()));
                } else {
                    possible.add(scenario);
                }
            }
        }
        progress.expect(possible);
        for (var scenario : possible) {
            run(scenario);
        }
    }

    private void run(Scenario scenario) throws IOException, InterruptedException {
        var run = new ScenarioRun(scenario, rounds, progress);
        try {
            keep(run.run(this::keep));
        } catch (IOException | SQLException | RuntimeException e) {
            Interruption.rethrowIfInterrupted(e);
            progress.failed(scenario, e);
            keep(run.failed(Sentence.of(e)));
        }
    }

    /** Returns the results so far. */
    public Run soFar() {
        return new Run(environment, smoke, new ArrayList<>(results.values()));
    }

    private void keep(ScenarioResult result) throws IOException {
        results.put(result.name(), result);
        sink.save(soFar());
    }
}
