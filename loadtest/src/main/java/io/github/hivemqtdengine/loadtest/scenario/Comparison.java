package io.github.hivemqtdengine.loadtest.scenario;

import java.util.List;

/**
 * Who takes turns.
 *
 * @param contenders in the order of the report, at least one
 * @param rounds how often each runs and counts, at least 1
 * @param warmUp how often each runs before, from 0
 */
public record Comparison(List<Contender> contenders, int rounds, int warmUp) {

    public Comparison {
        contenders = List.copyOf(contenders);
    }
}
