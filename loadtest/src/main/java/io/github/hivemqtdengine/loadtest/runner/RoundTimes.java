// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** Estimates the duration of rounds: that of the last round of the same kind, or initially that of the plan. */
final class RoundTimes {

    /** Time to connect clients and count rows, and possibly to start a broker. */
    private static final Duration AROUND = Duration.ofSeconds(3);
    /** Throughput of a broker on a small machine without rate limit. */
    private static final double MESSAGES_PER_SECOND = 20_000;

    private final Map<String, Duration> last = new HashMap<>();

    void took(Scenario scenario, Contender contender, Duration time) {
        last.put(key(scenario, contender), time);
    }

    Duration expected(Scenario scenario, Contender contender) {
        return last.getOrDefault(
                key(scenario, contender), planned(scenario.as(contender).load()).plus(AROUND));
    }

    private static String key(Scenario scenario, Contender contender) {
        return scenario.name() + " " + contender.word();
    }

    private static Duration planned(LoadPlan load) {
        var sending = sending(load);
        var holding = load.crowd().hold();
        var longer = sending.compareTo(holding) > 0 ? sending : holding;
        return longer.compareTo(load.execTime()) > 0 ? load.execTime() : longer;
    }

    private static Duration sending(LoadPlan load) {
        var length = load.length();
        return length.isZero() ? Duration.ofMillis((long) (1_000.0 * load.planned() / MESSAGES_PER_SECOND)) : length;
    }
}
