// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Instant rounds; the delivery rate of each is its index in the order in which they ran. */
final class FakeRounds implements Suite.Rounds {

    final List<String> ran = new ArrayList<>();
    private String broken = "";
    private int interruptAfter = Integer.MAX_VALUE;

    /** Makes the rounds of a scenario fail. */
    FakeRounds failIn(String scenario) {
        broken = scenario;
        return this;
    }

    /** Simulates Ctrl-C in the round after this number of rounds. */
    FakeRounds interruptAfter(int rounds) {
        interruptAfter = rounds;
        return this;
    }

    @Override
    public Round run(Scenario scenario, Contender contender, int number) throws IOException, InterruptedException {
        if (scenario.name().equals(broken)) {
            throw new IOException("The broker refused a client");
        }
        if (ran.size() >= interruptAfter) {
            throw new InterruptedException();
        }
        ran.add(scenario.name() + " " + contender.word() + " " + number);
        var figures = Map.of(Figure.DELIVERIES_PER_SECOND, (double) ran.size(), Figure.ROWS_MISSING, 0.0);
        return new Round(
                contender, number, Instant.EPOCH, figures, List.of(), List.of(), List.of(), List.of(), List.of());
    }
}
