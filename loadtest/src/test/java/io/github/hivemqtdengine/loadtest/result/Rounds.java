// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Rounds for tests. */
final class Rounds {

    private Rounds() {}

    /** Returns one round for each value, numbered from 1. */
    static List<Round> of(Contender contender, Figure figure, double... values) {
        var rounds = new ArrayList<Round>();
        for (double value : values) {
            rounds.add(round(contender, rounds.size() + 1, Map.of(figure, value)));
        }
        return rounds;
    }

    static Round round(Contender contender, int number, Map<Figure, Double> figures) {
        return new Round(
                contender, number, Instant.EPOCH, figures, List.of(), List.of(), List.of(), List.of(), List.of());
    }

    @SafeVarargs
    static List<Round> all(List<Round>... parts) {
        var rounds = new ArrayList<Round>();
        for (var part : parts) {
            rounds.addAll(part);
        }
        return rounds;
    }
}
