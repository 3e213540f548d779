package io.github.hivemqtdengine.loadtest;

import io.github.hivemqtdengine.loadtest.measure.Latency;
import io.github.hivemqtdengine.loadtest.measure.Median;
import io.github.hivemqtdengine.loadtest.mqtt.LoadRun;
import io.github.hivemqtdengine.loadtest.report.Report;
import io.github.hivemqtdengine.loadtest.report.TextTable;
import io.github.hivemqtdengine.loadtest.stack.Broker;
import io.github.hivemqtdengine.loadtest.stack.BrokerMode;
import io.github.hivemqtdengine.loadtest.stack.RowCount;
import io.github.hivemqtdengine.loadtest.stack.Testbed;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * The published cases with the extension off, with an interceptor that does nothing, and on, in turn: what do the
 * subscribers notice?
 */
final class PublishedScenario {

    private static final String TABLE = "raw_messages";
    private static final List<BrokerMode> RATIO = List.of(BrokerMode.DO_NOTHING, BrokerMode.EXTENSION);
    private static final List<BrokerMode> OUTAGE = List.of(BrokerMode.EXTENSION, BrokerMode.OUTAGE);
    private static final Duration QUIET = Duration.ofSeconds(5);

    private final RowCount rows;
    private final List<Broker> brokers = new ArrayList<>();
    private final Options options;

    PublishedScenario(Testbed testbed, Options options, List<BrokerMode> modes) throws IOException, SQLException {
        this.options = options;
        this.rows = testbed.rows();
        for (var mode : modes) {
            brokers.add(options.broker(testbed, mode));
        }
    }

    Report run() throws IOException, InterruptedException {
        for (int i = 0; i < options.warmUp; i++) {
            round();
        }
        var rounds = new ArrayList<PublishedRound>();
        for (int i = 0; i < options.rounds; i++) {
            rounds.addAll(round());
        }
        var tables = new ArrayList<>(List.of(figures(rounds)));
        if (modes().containsAll(RATIO)) {
            tables.add(ratios(rounds));
        }
        if (modes().containsAll(OUTAGE)) {
            tables.add(outage(rounds));
        }
        return new Report("published", tables, rounds);
    }

    private List<BrokerMode> modes() {
        return brokers.stream().map(Broker::mode).sorted().toList();
    }

    /** Every case in every mode. Who comes first changes each time, since it has the coldest caches. */
    private List<PublishedRound> round() throws IOException, InterruptedException {
        var results = new ArrayList<PublishedRound>();
        for (var published : PublishedCase.ALL) {
            for (int i = 0; i < published.repeats(); i++) {
                Collections.rotate(brokers, 1);
                for (var broker : brokers) {
                    results.add(measure(published, broker));
                }
            }
        }
        return results;
    }

    private PublishedRound measure(PublishedCase published, Broker broker) throws IOException, InterruptedException {
        long before = rows.of(TABLE);
        var run = LoadRun.of(published.load(), broker.address());
        boolean stores = broker.mode() == BrokerMode.EXTENSION;
        long after = stores ? rows.await(TABLE, before + published.sent(), QUIET) : before;
        return PublishedRound.of(published, broker.mode(), run, after - before);
    }

    private TextTable figures(List<PublishedRound> rounds) {
        var table = new TextTable(
                "What subscribers see, medians (2020: the report of 2020, on other machines)",
                "case",
                "mode",
                "msg/s",
                "msg/s mqttloader",
                "average ms",
                "p99 ms",
                "maximum ms",
                "lost",
                "rows");
        for (var published : PublishedCase.ALL) {
            for (var mode : modes()) {
                var of = select(rounds, published, mode);
                table.add(
                        published.shape(),
                        mode.title(),
                        Median.of(of, PublishedRound::deliveriesPerSecond),
                        Median.of(of, round -> round.received().average()),
                        Median.of(of, round -> round.latency().average()),
                        Median.of(of, round -> round.latency().p99()),
                        Median.of(of, round -> round.latency().maximum()),
                        of.stream().mapToLong(PublishedRound::lostDeliveries).sum(),
                        mode == BrokerMode.EXTENSION ? stored(of, published) : "-");
            }
            table.add(published.shape(), "2020", "-", published.throughput(), published.latency(), "-", "-", "-", "-");
        }
        return table;
    }

    private static String stored(List<PublishedRound> rounds, PublishedCase published) {
        long stored = rounds.stream().mapToLong(PublishedRound::rows).sum();
        return stored + " of " + published.sent() * rounds.size();
    }

    private static TextTable ratios(List<PublishedRound> rounds) {
        return ratios(
                rounds,
                RATIO,
                "The extension by the do-nothing interceptor (targets: throughput 0.95 or more, latency 1.1 or less)",
                "average latency",
                Latency::average);
    }

    private static TextTable outage(List<PublishedRound> rounds) {
        return ratios(
                rounds,
                OUTAGE,
                "The extension without its database by the extension with it (target: p99 1.1 or less)",
                "p99 latency",
                Latency::p99);
    }

    /** @param modes what is divided by, and what is divided */
    private static TextTable ratios(
            List<PublishedRound> rounds,
            List<BrokerMode> modes,
            String title,
            String latencyTitle,
            ToDoubleFunction<Latency> latency) {
        var table = new TextTable(title, "case", "throughput", latencyTitle);
        for (var published : PublishedCase.ALL) {
            var base = select(rounds, published, modes.get(0));
            var compared = select(rounds, published, modes.get(1));
            table.add(
                    published.shape(),
                    ratio(compared, base, PublishedRound::deliveriesPerSecond),
                    ratio(compared, base, round -> latency.applyAsDouble(round.latency())));
        }
        return table;
    }

    private static double ratio(
            List<PublishedRound> compared, List<PublishedRound> base, ToDoubleFunction<PublishedRound> figure) {
        return Median.of(compared, figure) / Median.of(base, figure);
    }

    private static List<PublishedRound> select(List<PublishedRound> rounds, PublishedCase published, BrokerMode mode) {
        return rounds.stream()
                .filter(round -> round.caseName().equals(published.name()) && round.mode() == mode)
                .toList();
    }
}
