// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.agent.Sentence;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;

/** Prints a line for each round, with the estimated remaining time. */
public final class Progress {

    private final PrintWriter out;
    private final InstantSource clock;
    private final RoundTimes times;
    /** Pending rounds, including the current one. */
    private final List<Turn> turns = new ArrayList<>();

    private long begunMillis;

    public Progress(PrintWriter out, InstantSource clock) {
        this.out = out;
        this.clock = clock;
        this.times = new RoundTimes();
    }

    void expect(List<Scenario> scenarios) {
        for (var scenario : scenarios) {
            var comparison = scenario.comparison();
            for (int round = 0; round < comparison.warmUp() + comparison.rounds(); round++) {
                comparison.contenders().forEach(contender -> turns.add(new Turn(scenario, contender)));
            }
        }
    }

    void begins(Scenario scenario, Contender contender, int number) {
        begunMillis = clock.millis();
        var round = number < 1
                ? "warm-up"
                : "round " + number + " of " + scenario.comparison().rounds();
        out.printf("%-18s %-14s %-24s %s left%n", scenario.name(), round, contender.title(), words(left()));
        out.flush();
    }

    void ended(Scenario scenario, Contender contender) {
        times.took(scenario, contender, Duration.ofMillis(clock.millis() - begunMillis));
        turns.remove(new Turn(scenario, contender));
    }

    void skipped(Scenario scenario, String why) {
        out.printf("%-18s skipped: %s%n", scenario.name(), why);
        out.flush();
    }

    void failed(Scenario scenario, Exception failure) {
        out.printf("%-18s failed: %s%n", scenario.name(), Sentence.of(failure));
        out.flush();
        turns.removeIf(turn -> turn.scenario().equals(scenario));
    }

    private Duration left() {
        return turns.stream()
                .map(turn -> times.expected(turn.scenario(), turn.contender()))
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Formats a duration with the accuracy of an estimate. */
    static String words(Duration time) {
        if (time.compareTo(Duration.ofMinutes(2)) < 0) {
            return "about " + Math.max(1, time.toSeconds()) + " s";
        }
        return time.compareTo(Duration.ofHours(2)) < 0
                ? "about " + time.toMinutes() + " min"
                : "about " + time.toHours() + " h " + time.toMinutesPart() + " min";
    }

    private record Turn(Scenario scenario, Contender contender) {}
}
