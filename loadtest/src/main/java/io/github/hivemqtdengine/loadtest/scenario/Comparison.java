package io.github.hivemqtdengine.loadtest.scenario;

import java.util.List;

/**
 * Contenders that run in alternating rounds.
 *
 * @param contenders in report order, at least one
 * @param rounds counted rounds of each, at least 1
 * @param warmUp uncounted rounds of each before, from 0
 */
public record Comparison(List<Contender> contenders, int rounds, int warmUp) {

    public Comparison {
        contenders = List.copyOf(contenders);
    }
}
