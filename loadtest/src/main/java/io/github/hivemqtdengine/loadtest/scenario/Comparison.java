package io.github.hivemqtdengine.loadtest.scenario;

import java.util.List;

/**
 * Which brokers take turns.
 *
 * @param modes in the order of the report, at least one
 * @param rounds how often each runs and counts, at least 1
 * @param warmUp how often each runs before, from 0
 */
public record Comparison(List<Mode> modes, int rounds, int warmUp) {

    public Comparison {
        modes = List.copyOf(modes);
    }
}
