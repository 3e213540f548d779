// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;

/** Rounds of a scenario. Contenders alternate; each round begins with another one, as the first has cold caches. */
final class ScenarioRun {

    private final Scenario scenario;
    private final Suite.Rounds rounds;
    private final Progress progress;
    private final List<Contender> turns;
    private final List<Round> counted = new ArrayList<>();

    ScenarioRun(Scenario scenario, Suite.Rounds rounds, Progress progress) {
        this.scenario = scenario;
        this.rounds = rounds;
        this.progress = progress;
        this.turns = new ArrayList<>(scenario.comparison().contenders());
    }

    /**
     * Runs all rounds.
     *
     * @param soFar receives the intermediate result after each counted round
     */
    ScenarioResult run(Suite.ResultSink<ScenarioResult> soFar) throws IOException, SQLException, InterruptedException {
        for (int number = 1 - scenario.comparison().warmUp();
                number <= scenario.comparison().rounds();
                number++) {
            for (var contender : turns) {
                var round = measure(contender, number);
                if (number >= 1) {
                    counted.add(round);
                    soFar.save(incomplete());
                }
            }
            Collections.rotate(turns, 1);
        }
        return ScenarioResult.of(scenario, counted, Optional.empty(), true);
    }

    private Round measure(Contender contender, int number) throws IOException, SQLException, InterruptedException {
        progress.begins(scenario, contender, number);
        var round = rounds.run(scenario, contender, number);
        progress.ended(scenario, contender);
        return round;
    }

    /** Returns the result before the last round. */
    ScenarioResult incomplete() {
        return ScenarioResult.of(scenario, counted, Optional.empty(), false);
    }

    /** Returns the result after a failure. */
    ScenarioResult failed(String why) {
        return ScenarioResult.of(scenario, counted, Optional.of(why), false);
    }
}
