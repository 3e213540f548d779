package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** How long rounds take: as long as the last one of the same kind, and before that, as the plan says. */
final class RoundTimes {

    /** Clients connect, rows are counted, a broker may have to start. */
    private static final Duration AROUND = Duration.ofSeconds(3);
    /** What a broker on a small machine takes from publishers that send as fast as they can. */
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
        var publishers = load.publishers();
        var length = publishers.pace().length(publishers.messages());
        double messages = (double) publishers.count() * publishers.messages();
        return length.isZero() ? Duration.ofMillis((long) (1_000 * messages / MESSAGES_PER_SECOND)) : length;
    }
}
