// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.scenario;

import java.util.List;

/**
 * Contenders that run in alternating rounds.
 *
 * @param contenders in report order, at least one
 * @param rounds counted rounds of each, at least 1
 * @param warmUp uncounted rounds of each before, from 0
 * @param freshBroker whether each round starts a broker of its own
 * @param heap whether the heap of the broker is measured before and after the load of each round
 */
public record Comparison(List<Contender> contenders, int rounds, int warmUp, boolean freshBroker, boolean heap) {

    public Comparison {
        contenders = List.copyOf(contenders);
    }
}
