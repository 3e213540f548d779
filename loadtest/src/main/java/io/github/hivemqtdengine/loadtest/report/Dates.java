// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Dates of results for reports, in UTC. A run that was continued has scenarios of several days. */
final class Dates {

    private static final DateTimeFormatter MINUTE =
            DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);
    private static final int DAY = "yyyy-MM-dd".length();

    private Dates() {}

    /** Returns when the rounds of a scenario started; empty if none ran. */
    static Optional<String> of(ScenarioResult scenario) {
        return scenario.firstRound()
                .flatMap(first -> scenario.lastRound().map(last -> span(MINUTE.format(first), MINUTE.format(last))));
    }

    private static String span(String first, String last) {
        return first.equals(last) ? first + " UTC" : first + " to " + last + " UTC";
    }

    /** Returns when a run was taken: its start, or from the first to the last round if it continued an earlier one. */
    static String of(Run run) {
        var started = run.environment().started();
        var first = first(run);
        return first.isBefore(started)
                ? "Taken from " + MINUTE.format(first) + " to " + MINUTE.format(last(run))
                        + " UTC by several commands, of which this was the last; each scenario has its own date"
                : "Taken on " + started;
    }

    /** Returns the day of a run, or the first and the last day of one that continued an earlier one. */
    static String days(Run run) {
        var first = first(run).toString().substring(0, DAY);
        var last = last(run).toString().substring(0, DAY);
        return first.equals(last) ? last : first + " to " + last;
    }

    private static Instant first(Run run) {
        return run.scenarios().stream()
                .flatMap(scenario -> scenario.firstRound().stream())
                .filter(first -> first.isBefore(run.environment().started()))
                .min(Comparator.naturalOrder())
                .orElse(run.environment().started());
    }

    private static Instant last(Run run) {
        return run.scenarios().stream()
                .flatMap(scenario -> scenario.lastRound().stream())
                .max(Comparator.naturalOrder())
                .orElse(run.environment().started());
    }
}
