package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.measure.Median;
import io.github.hivemqtdengine.loadtest.report.Report;
import io.github.hivemqtdengine.loadtest.report.TextTable;
import io.github.hivemqtdengine.loadtest.stack.BrokerMode;
import java.io.IOException;
import java.util.List;

/** How many small JSON messages a second reach the database, until it has every one of them (case c5). */
final class EndToEndScenario {

    private EndToEndScenario() {}

    static Report run(StoringRuns runs, int messages) throws IOException, InterruptedException {
        var rounds = runs.of(StoringLoad.JSON, messages);
        var table = new TextTable(
                messages + " JSON messages from ten asynchronous QoS 1 publishers, medians (target: 60,000 stored/s)",
                "mode",
                "published/s",
                "stored/s",
                "slowest stored/s",
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
        return new Report("end-to-end", List.of(table), rounds);
    }
}
