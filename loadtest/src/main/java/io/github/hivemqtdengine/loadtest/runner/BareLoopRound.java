// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadFormat;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadSource;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.extension.StoredTable;
import io.github.hivemqtdengine.loadtest.stack.process.ProcessFigures;
import io.github.hivemqtdengine.loadtest.stack.rows.BareLoop;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.stream.IntStream;

/** Round without a broker: the rows of a scenario from memory into the database. */
final class BareLoopRound {

    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MICRO = 1e3;

    private final ObjectMapper json = new ObjectMapper();
    private final Database database;
    private final Scenario scenario;

    BareLoopRound(Database database, Scenario scenario) {
        this.database = database;
        this.scenario = scenario;
    }

    Round run(Contender contender, String clientPrefix, int number) throws IOException, SQLException {
        try (var loop = BareLoop.open(
                database, StoredTable.of(scenario.load().only().rows().table().orElseThrow()))) {
            add(loop, clientPrefix);
            var started = Instant.now();
            var databaseBefore = ProcessFigures.of(database.processes());
            var loaderBefore = ProcessFigures.of(List.of(ProcessHandle.current()));
            var took = loop.write();
            var figures = new EnumMap<Figure, Double>(Figure.class);
            ProcessFigures.of(List.of(ProcessHandle.current()))
                    .cpuSince(loaderBefore)
                    .ifPresent(used -> figures.put(Figure.LOADER_CPU_US, perMessage(used)));
            ProcessFigures.of(database.processes())
                    .cpuSince(databaseBefore)
                    .ifPresent(used -> figures.put(Figure.DATABASE_CPU_US, perMessage(used)));
            long stored = loop.count();
            figures.put(Figure.ROWS_EXPECTED, (double) loop.rows());
            figures.put(Figure.ROWS_STORED, (double) stored);
            figures.put(Figure.ROWS_MISSING, (double) (loop.rows() - stored));
            figures.put(Figure.ROWS_PER_SECOND, loop.rows() * NANOS_PER_SECOND / took.toNanos());
            return new Round(
                    contender, number, started, figures, List.of(), List.of(), List.of(), List.of(), List.of());
        }
    }

    /** Adds the records of all messages, in the order in which publishers that take turns send them. */
    private void add(BareLoop loop, String clientPrefix) throws IOException {
        var publishers = scenario.load().only().publishers();
        var format = PayloadFormat.of(publishers.payload(), publishers.topics().topics());
        List<PayloadSource> sources =
                IntStream.range(0, publishers.count()).mapToObj(format::source).toList();
        long now = EpochMicros.now();
        for (int message = 0; message < publishers.messages(); message++) {
            for (int publisher = 0; publisher < publishers.count(); publisher++) {
                var client = clientPrefix + "-p" + publisher;
                var topic = publishers.topics().topic(publisher, message);
                for (var each : records(sources.get(publisher).payload(message, now))) {
                    loop.add(client, topic, each);
                }
            }
        }
    }

    private Iterable<JsonNode> records(byte[] payload) throws IOException {
        var parsed = json.readTree(payload);
        return parsed.isArray() ? parsed : List.of(parsed);
    }

    private double perMessage(Duration cpu) {
        return cpu.toNanos() / NANOS_PER_MICRO / scenario.load().planned();
    }
}
