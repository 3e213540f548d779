// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static io.github.hivemqtdengine.loadtest.measure.Figure.*;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.result.Verdict;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.PublishedFigure;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Selection of the metrics and contenders that a scenario's tables show. */
final class ScenarioFigures {

    /** Metrics shown whenever they were measured. */
    private static final Set<Figure> MAIN = EnumSet.of(
            SENT,
            ACKNOWLEDGEMENT_P99_MS,
            DELIVERIES_PER_SECOND,
            LATENCY_AVERAGE_MS,
            LATENCY_P50_MS,
            LATENCY_P99_MS,
            LATENCY_MAXIMUM_MS,
            DELIVERIES_LOST,
            ROWS_EXPECTED,
            ROWS_STORED,
            ROWS_MISSING,
            ROWS_PER_SECOND,
            COMMIT_RESOLUTION_MS,
            COMMIT_P50_MS,
            COMMIT_P99_MS,
            BROKER_CPU_US,
            LOADER_LOOP_CPU_PERCENT,
            LOADER_SEND_LATE_P99_MS,
            LOADER_READ_LATE_P99_MS,
            BROKER_MEMORY_MB,
            BROKER_HEAP_AT_REST_MB,
            BROKER_HEAP_MB,
            DISK_BYTES_PER_ROW,
            CONNECTIONS,
            RECONNECTS,
            RECONNECT_ALL_MS,
            CONNECTS_PER_SECOND,
            MEMORY_PER_CONNECTION_KB,
            CALLS_ANSWERED,
            CALL_AVERAGE_MS,
            CALL_P99_MS);

    private static final List<Mode> MODES = List.of(Mode.values());

    /** Metrics shown only if above 0 in some round. */
    private static final Set<Figure> PROBLEMS = EnumSet.of(
            UNACKNOWLEDGED,
            LATENCY_NEGATIVE,
            DELIVERIES_UNDER_WAY,
            DELIVERIES_DUPLICATED,
            ROWS_DUPLICATED,
            ROWS_OVERWRITTEN,
            ROWS_LATE,
            ROWS_OUT_OF_ORDER,
            CONNECTIONS_LOST,
            CALLS_UNANSWERED);

    /** Metrics whose ratio shows the cost of the extension. */
    private static final Set<Figure> COMPARED = EnumSet.of(
            PUBLISHED_PER_SECOND,
            ACKNOWLEDGEMENT_P99_MS,
            DELIVERIES_PER_SECOND,
            LATENCY_AVERAGE_MS,
            LATENCY_P50_MS,
            LATENCY_P99_MS,
            ROWS_PER_SECOND,
            COMMIT_P50_MS,
            COMMIT_P99_MS,
            BROKER_CPU_US,
            CONNECTS_PER_SECOND,
            MEMORY_PER_CONNECTION_KB,
            CALL_AVERAGE_MS,
            CALL_P99_MS);

    private ScenarioFigures() {}

    static List<Figure> worthShowing(ScenarioResult scenario) {
        var asked = EnumSet.noneOf(Figure.class);
        scenario.verdicts().stream().map(Verdict::figure).forEach(asked::add);
        scenario.published().stream().map(PublishedFigure::figure).forEach(asked::add);
        return measured(scenario)
                .filter(figure -> MAIN.contains(figure)
                        || asked.contains(figure)
                        || (PROBLEMS.contains(figure) && isAboveZero(scenario, figure))
                        || (figure == PUBLISHED_PER_SECOND && !isMeasured(scenario, DELIVERIES_PER_SECOND)))
                .toList();
    }

    static List<Figure> compared(ScenarioResult scenario) {
        return worthShowing(scenario).stream().filter(COMPARED::contains).toList();
    }

    static Stream<Figure> measured(ScenarioResult scenario) {
        return Arrays.stream(Figure.values()).filter(figure -> isMeasured(scenario, figure));
    }

    private static boolean isMeasured(ScenarioResult scenario, Figure figure) {
        return scenario.rounds().stream().anyMatch(round -> round.figures().containsKey(figure));
    }

    private static boolean isAboveZero(ScenarioResult scenario, Figure figure) {
        return scenario.rounds().stream().anyMatch(round -> round.figures().getOrDefault(figure, 0.0) > 0);
    }

    /** Returns the contenders with rounds: modes in enum order, then variants in the scenario's order. */
    static List<Contender> contenders(ScenarioResult scenario) {
        var asWritten = List.of(scenario.settings().getOrDefault("x.modes", "").split("[,\\s]+"));
        return scenario.rounds().stream()
                .map(Round::contender)
                .distinct()
                .sorted(Comparator.comparing(Contender::isVariant)
                        .thenComparing(contender -> contender.isVariant()
                                ? asWritten.indexOf(contender.word())
                                : MODES.indexOf(contender.mode())))
                .toList();
    }

    /** Returns the first of several variants, else do-nothing, else the first; none for a single contender. */
    static Optional<Contender> base(ScenarioResult scenario) {
        var contenders = contenders(scenario);
        if (contenders.size() < 2) {
            return Optional.empty();
        }
        var variants = contenders.stream().filter(Contender::isVariant).toList();
        if (variants.size() > 1) {
            return Optional.of(variants.get(0));
        }
        var doNothing = Contender.of(Mode.DO_NOTHING);
        return Optional.of(contenders.contains(doNothing) ? doNothing : contenders.get(0));
    }
}
