package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.measure.Median;
import io.github.hivemqtdengine.loadtest.report.Report;
import io.github.hivemqtdengine.loadtest.report.TextTable;
import io.github.hivemqtdengine.loadtest.stack.BrokerMode;
import java.io.IOException;
import java.util.List;
import java.util.Locale;

/** How many rows a second reach the database, until it has every one of them: small JSON messages (case c5), or arrays. */
final class EndToEndScenario {

    private EndToEndScenario() {}

    /** @param target how many rows a second shall be stored */
    static Report run(String name, StoringRuns runs, StoringLoad load, int messages, int target)
            throws IOException, InterruptedException {
        var rounds = runs.of(load, messages);
        var table = new TextTable(
                messages + " messages (" + load.title() + ") from ten asynchronous QoS 1 publishers, medians (target: "
                        + String.format(Locale.ROOT, "%,d", target) + " rows/s)",
                "mode",
                "published/s",
                "rows/s",
                "slowest rows/s",
                "broker us/msg",
                "publishers us/msg",
                "database us/msg",
                "rows");
        for (var mode : runs.modes()) {
            boolean stores = mode == BrokerMode.EXTENSION;
            var of = Rounds.of(rounds, mode);
            table.add(
                    mode.title(),
                    Median.of(of, StoringRound::publishedPerSecond),
                    stores ? Median.of(of, StoringRound::storedPerSecond) : "-",
                    stores
                            ? of.stream()
                                    .mapToDouble(StoringRound::storedPerSecond)
                                    .min()
                                    .orElse(0)
                            : "-",
                    Median.of(of, StoringRound::brokerMicros),
                    Median.of(of, StoringRound::loaderMicros),
                    stores ? Median.of(of, StoringRound::databaseMicros) : "-",
                    stores ? Rounds.stored(of) : "-");
        }
        return new Report(name, List.of(table), rounds);
    }
}
