package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.measure.Median;
import io.github.hivemqtdengine.loadtest.report.Report;
import io.github.hivemqtdengine.loadtest.report.TextTable;
import io.github.hivemqtdengine.loadtest.stack.BrokerMode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What storing a message costs the broker's process, beyond an interceptor that does nothing. */
final class CpuScenario {

    static final List<BrokerMode> MODES = List.of(BrokerMode.DO_NOTHING, BrokerMode.EXTENSION);

    private static final Map<StoringLoad, Integer> TARGET_MICROS = Map.of(StoringLoad.RAW, 10, StoringLoad.JSON, 15);

    private CpuScenario() {}

    static Report run(StoringRuns runs, int messages) throws IOException, InterruptedException {
        var table = new TextTable(
                "CPU time of the broker's process for each of " + messages + " messages, medians, microseconds",
                "messages",
                "do-nothing interceptor",
                "extension",
                "beyond it",
                "target",
                "rows");
        var all = new ArrayList<StoringRound>();
        for (var load : List.of(StoringLoad.RAW, StoringLoad.JSON)) {
            var rounds = runs.of(load, messages);
            var on = Rounds.of(rounds, BrokerMode.EXTENSION);
            double nothing = Median.of(Rounds.of(rounds, BrokerMode.DO_NOTHING), StoringRound::brokerMicros);
            double extension = Median.of(on, StoringRound::brokerMicros);
            var target = "at most " + TARGET_MICROS.get(load);
            table.add(load.title(), nothing, extension, extension - nothing, target, Rounds.stored(on));
            all.addAll(rounds);
        }
        return new Report("cpu", List.of(table), all);
    }
}
