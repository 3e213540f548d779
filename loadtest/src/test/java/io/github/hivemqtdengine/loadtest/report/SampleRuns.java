// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import io.github.hivemqtdengine.loadtest.measure.AgentFigures;
import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram.Percentile;
import io.github.hivemqtdengine.loadtest.measure.UsageSample;
import io.github.hivemqtdengine.loadtest.result.Environment;
import io.github.hivemqtdengine.loadtest.result.GroupFigures;
import io.github.hivemqtdengine.loadtest.result.Round;
import io.github.hivemqtdengine.loadtest.result.Round.FaultMark;
import io.github.hivemqtdengine.loadtest.result.Round.Second;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.result.Verdict;
import io.github.hivemqtdengine.loadtest.scenario.Contender;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.PublishedFigure;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Realistic runs, equal each time. */
final class SampleRuns {

    static final Instant STARTED = Instant.parse("2026-03-01T08:00:00Z");

    private static final List<Contender> COMPARED =
            List.of(Contenders.BARE, Contenders.DO_NOTHING, Contenders.EXTENSION);

    private SampleRuns() {}

    /** Every kind of scenario: compared, with faults, many rows a message, connections only, skipped, aborted. */
    static Run suite() {
        return run(List.of(c3(), outage(), arrays(), connections(), skipped(), brokenOff()));
    }

    static Run of(int scenarios) {
        return run(IntStream.range(0, scenarios)
                .mapToObj(i -> compared("case-" + i, "A case of many, number " + i, 20 + i, 900 + 100 * i))
                .toList());
    }

    static Run run(List<ScenarioResult> scenarios) {
        return new Run(environment(STARTED, "AMD EPYC 7763"), false, scenarios);
    }

    static Environment environment(Instant started, String processor) {
        return new Environment(
                started,
                "loadtest/run suite --tdengine jdbc:TAOS-WS://127.0.0.1:6041 --rounds 3",
                processor,
                2,
                24_020,
                "Linux 6.1.0 amd64",
                "OpenJDK 64-Bit Server VM 17.0.16",
                "0.08 0.03 0.01",
                "0.1.0 with hivemq-mqtt-client 1.4.2",
                "0.1.0",
                "HiveMQ CE 2025.5",
                "TDengine 3.3.7.5");
    }

    static ScenarioResult c3() {
        return compared("c3", "Ten publishers, ten subscribers, 1,000 messages each", 40, 6_600);
    }

    private static ScenarioResult compared(String name, String title, int seconds, double rate) {
        var rounds = new ArrayList<Round>();
        for (int number = 1; number <= 3; number++) {
            for (var mode : COMPARED) {
                rounds.add(round(mode, number, seconds, rate, List.of()));
            }
        }
        var published = List.of(
                new PublishedFigure(Figure.SUBSCRIBER_AVERAGE_THROUGHPUT, 6_666.67, "test report of 2020"),
                new PublishedFigure(Figure.LATENCY_AVERAGE_MS, 6_416.67, "test report of 2020"));
        var verdicts = List.of(
                new Verdict(
                        "deliveries-per-second extension/do-nothing >= 0.95",
                        Figure.DELIVERIES_PER_SECOND,
                        0.97,
                        0.94,
                        1.01,
                        true),
                new Verdict(
                        "latency-p99-ms extension/do-nothing <= 1.1", Figure.LATENCY_P99_MS, 1.16, 1.08, 1.21, false),
                new Verdict("rows-missing extension = 0", Figure.ROWS_MISSING, 0.0, 0.0, 0.0, true));
        return new ScenarioResult(
                name,
                title,
                "What subscribers notice of the extension when everybody sends as fast as possible.\nPublished: 6,667 messages a second.",
                settings(),
                published,
                rounds,
                verdicts,
                Optional.empty(),
                Optional.empty(),
                true);
    }

    static ScenarioResult outage() {
        var faults = List.of(new FaultMark("database stopped", 150, 330), new FaultMark("link cut", 500, 500));
        var rounds = List.of(
                round(Contenders.DO_NOTHING, 1, 720, 2_000, List.of()),
                round(Contenders.EXTENSION, 1, 720, 2_000, faults));
        var verdicts = List.of(new Verdict("rows-missing extension = 0", Figure.ROWS_MISSING, 0.0, 0.0, 0.0, true));
        return new ScenarioResult(
                "outage",
                "The database stops for three minutes under load",
                "What waits on disk is written afterwards; subscribers notice nothing.",
                settings(),
                List.of(),
                rounds,
                verdicts,
                Optional.empty(),
                Optional.empty(),
                true);
    }

    /** The outage, whose second round is limited by the loader. */
    static ScenarioResult limitedByTheLoader() {
        var outage = outage();
        outage.rounds()
                .get(1)
                .figures()
                .putAll(Map.of(
                        Figure.LOADER_LOOP_CPU_PERCENT, 97.0,
                        Figure.LOADER_SEND_LATE_P99_MS, 12.5,
                        Figure.LOADER_READ_LATE_P99_MS, 0.25));
        return outage;
    }

    private static ScenarioResult arrays() {
        var round = round(Contenders.EXTENSION, 1, 30, 5_000, List.of());
        var figures = new EnumMap<>(round.figures());
        double rows = figures.getOrDefault(Figure.SENT, 0.0) * 100;
        figures.put(Figure.ROWS_EXPECTED, rows);
        figures.put(Figure.ROWS_STORED, rows);
        figures.put(Figure.ROWS_PER_SECOND, 486_230.4);
        var timeline = round.timeline().stream()
                .map(second -> new Second(second.sent(), 0, second.stored() * 100, 0, 0, 0, 0.0, null))
                .toList();
        figures.keySet()
                .removeIf(figure ->
                        figure.word().startsWith("latency") || figure.word().startsWith("deliver"));
        return new ScenarioResult(
                "arrays",
                "JSON arrays of a hundred records",
                "",
                settings(),
                List.of(),
                List.of(new Round(
                        round.contender(),
                        1,
                        round.started(),
                        figures,
                        timeline,
                        List.of(),
                        round.commitCurve(),
                        List.of(),
                        List.of())),
                List.of(new Verdict(
                        "rows-per-second extension >= 500000",
                        Figure.ROWS_PER_SECOND,
                        486_230.4,
                        486_230.4,
                        486_230.4,
                        false)),
                Optional.empty(),
                Optional.empty(),
                true);
    }

    /** Two variants and a mode. */
    static ScenarioResult variants() {
        var settings = settings();
        settings.put("x.modes", "do-nothing, groups-1, groups-100");
        var rounds = Stream.of("groups-100", "do-nothing", "groups-1") // each round begins with another one
                .map(Contender::new)
                .map(contender -> round(contender, 1, 20, 1_000, List.of()))
                .toList();
        return new ScenarioResult(
                "s3-groups",
                "Groups of 1 and of 100 take turns",
                "Published: 11 % more.",
                settings,
                List.of(),
                rounds,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                true);
    }

    /** Metrics only: no timeline, curve or threshold. */
    static ScenarioResult connections() {
        var rounds = IntStream.range(0, 2).mapToObj(i -> {
            Map<Figure, Double> figures = new EnumMap<>(Figure.class);
            figures.put(Figure.CONNECTIONS, 19_000.0);
            figures.put(Figure.CONNECTS_PER_SECOND, 2_400.0 - 150 * i);
            figures.put(Figure.MEMORY_PER_CONNECTION_KB, 17.2 + 0.9 * i);
            figures.put(Figure.CALL_AVERAGE_MS, 0.84 + 0.05 * i);
            return new Round(
                    List.of(Contenders.DO_NOTHING, Contenders.EXTENSION).get(i),
                    1,
                    STARTED,
                    figures,
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of(),
                    List.of());
        });
        return new ScenarioResult(
                "s4-connections",
                "19,000 devices hold their connection",
                "Published: 18 KB a connection.",
                settings(),
                List.of(new PublishedFigure(Figure.MEMORY_PER_CONNECTION_KB, 18, "device access server")),
                rounds.toList(),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                true);
    }

    /** Returns a scenario with one published metric. */
    static ScenarioResult publishing(ScenarioResult scenario, PublishedFigure published) {
        return new ScenarioResult(
                scenario.name(),
                scenario.title(),
                scenario.about(),
                scenario.settings(),
                List.of(published),
                scenario.rounds(),
                scenario.verdicts(),
                scenario.skipped(),
                scenario.failure(),
                scenario.complete());
    }

    /** Returns a run of which the command took only the last scenario itself, a week later. */
    static Run resumed() {
        return new Run(
                environment(STARTED.plus(Duration.ofDays(7)), "AMD EPYC 7763"),
                false,
                List.of(c3(), withRounds(outage(), round -> later(round, Duration.ofDays(7)))));
    }

    static ScenarioResult withRounds(ScenarioResult scenario, UnaryOperator<Round> change) {
        return new ScenarioResult(
                scenario.name(),
                scenario.title(),
                scenario.about(),
                scenario.settings(),
                scenario.published(),
                scenario.rounds().stream().map(change).toList(),
                scenario.verdicts(),
                scenario.skipped(),
                scenario.failure(),
                scenario.complete());
    }

    private static Round later(Round round, Duration by) {
        return new Round(
                round.contender(),
                round.number(),
                round.started().plus(by),
                round.figures(),
                round.timeline(),
                round.latencyCurve(),
                round.commitCurve(),
                round.faults(),
                round.agents(),
                round.notes(),
                round.usage(),
                round.groups());
    }

    /** Returns a run of a scenario with two modes, whose latencies are multiplied by a factor. */
    static Run rounds(int count, double slower) {
        var rounds = IntStream.rangeClosed(1, count)
                .boxed()
                .flatMap(number -> Stream.of(Contenders.DO_NOTHING, Contenders.EXTENSION)
                        .map(contender -> round(contender, number, 10, 1_000, List.of())))
                .map(round -> slower(round, slower))
                .toList();
        return run(List.of(new ScenarioResult(
                "two",
                "Two modes",
                "",
                settings(),
                List.of(),
                rounds,
                List.of(),
                Optional.empty(),
                Optional.empty(),
                true)));
    }

    /** Returns a scenario with messages unsent and deliveries under way, whose rows were counted every 100 s or so. */
    static ScenarioResult coarse() {
        var rounds = withRounds(
                outage(),
                round -> with(
                        round,
                        Map.of(
                                Figure.SENT, 196_854.0,
                                Figure.UNSENT, 803_146.0,
                                Figure.DELIVERIES, 195.0,
                                Figure.DELIVERIES_UNDER_WAY, 205.0,
                                Figure.COMMIT_P50_MS, 60_000.0,
                                Figure.COMMIT_P99_MS, 120_000.0,
                                Figure.COMMIT_RESOLUTION_MS, 100_000.0)));
        return new ScenarioResult(
                rounds.name(),
                rounds.title(),
                rounds.about(),
                rounds.settings(),
                rounds.published(),
                rounds.rounds(),
                List.of(new Verdict(
                        "commit-p50-ms extension <= 90000", Figure.COMMIT_P50_MS, 60_000.0, 60_000.0, 60_000.0, true)),
                Optional.empty(),
                Optional.of("extension, round 1: 196,854 of 1,000,000 messages were sent"),
                true);
    }

    private static Round slower(Round round, double factor) {
        return with(
                round,
                Map.of(Figure.LATENCY_P99_MS, round.figures().getOrDefault(Figure.LATENCY_P99_MS, 0.0) * factor));
    }

    static Round with(Round round, Map<Figure, Double> others) {
        Map<Figure, Double> figures = new EnumMap<>(round.figures());
        figures.putAll(others);
        return new Round(
                round.contender(),
                round.number(),
                round.started(),
                figures,
                round.timeline(),
                round.latencyCurve(),
                round.commitCurve(),
                round.faults(),
                round.notes());
    }

    /** Returns a scenario with lost deliveries in the rounds of the extension. */
    static ScenarioResult losing(ScenarioResult scenario, double lost) {
        return withRounds(scenario, round -> {
            Map<Figure, Double> figures = new EnumMap<>(round.figures());
            figures.put(Figure.DELIVERIES_LOST, round.contender().equals(Contenders.EXTENSION) ? lost : 0.0);
            return new Round(
                    round.contender(),
                    round.number(),
                    round.started(),
                    figures,
                    round.timeline(),
                    round.latencyCurve(),
                    round.commitCurve(),
                    round.faults(),
                    round.notes());
        });
    }

    static ScenarioResult renamed(ScenarioResult scenario, String name) {
        return new ScenarioResult(
                name,
                scenario.title(),
                scenario.about(),
                scenario.settings(),
                scenario.published(),
                scenario.rounds(),
                scenario.verdicts(),
                scenario.skipped(),
                scenario.failure(),
                scenario.complete());
    }

    /** Returns a scenario whose load two agents have made. */
    static ScenarioResult agents() {
        var agents = List.of(
                new AgentFigures("tcp:192.168.0.9:7070", 3_200, 0.12, -0.04, 12.5, 310),
                new AgentFigures("ssh:me@192.168.0.8:/opt/loadtest", -0.4, 0.2, 0.1, 13, 320));
        return clients("agents", "Two machines", agents, List.of());
    }

    /** Returns a scenario with two groups of clients. */
    static ScenarioResult groups() {
        var groups = List.of(
                new GroupFigures("sensors", 10_000, 0, 0, 0, null, null, 10_000L, 2L, 0L),
                new GroupFigures("dashboards", 0, 50_000, 3, 1, 1.25, 7.5, null, null, null));
        return clients("groups", "Two groups", List.of(), groups);
    }

    private static ScenarioResult clients(
            String name, String title, List<AgentFigures> agents, List<GroupFigures> groups) {
        var round = round(Contender.of(Mode.EXTENSION), 1, 3, 100, List.of());
        var withClients = new Round(
                round.contender(),
                round.number(),
                round.started(),
                round.figures(),
                round.timeline(),
                round.latencyCurve(),
                round.commitCurve(),
                round.faults(),
                agents,
                round.notes(),
                round.usage(),
                groups);
        return new ScenarioResult(
                name,
                title,
                "",
                settings(),
                List.of(),
                List.of(withClients),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                true);
    }

    /** Three rounds whose single ratios contradict the ratio of the medians. */
    static ScenarioResult crossed() {
        var connects = List.of(List.of(100.0, 200.0), List.of(200.0, 1_000.0), List.of(1_000.0, 100.0));
        var rounds = new ArrayList<Round>();
        for (int number = 1; number <= 3; number++) {
            for (var contender : List.of(Contenders.DO_NOTHING, Contenders.EXTENSION)) {
                var figures = Map.of(
                        Figure.CONNECTS_PER_SECOND,
                        connects.get(number - 1).get(contender.equals(Contenders.EXTENSION) ? 1 : 0),
                        Figure.CONNECTIONS_LOST,
                        0.0);
                rounds.add(new Round(
                        contender, number, STARTED, figures, List.of(), List.of(), List.of(), List.of(), List.of()));
            }
        }
        return new ScenarioResult(
                "crossed", "", "", settings(), List.of(), rounds, List.of(), Optional.empty(), Optional.empty(), true);
    }

    static ScenarioResult skipped() {
        return new ScenarioResult(
                "s0-avro",
                "Avro records without header",
                "Half of the bytes of JSON.",
                settings(),
                List.of(),
                List.of(),
                List.of(),
                Optional.of("the extension does not decode Avro yet"),
                Optional.empty(),
                false);
    }

    static ScenarioResult brokenOff() {
        var whole = round(Contenders.BARE, 1, 25, 1_000, List.of());
        var noted = new Round(
                whole.contender(),
                1,
                whole.started(),
                whole.figures(),
                whole.timeline(),
                whole.latencyCurve(),
                List.of(),
                List.of(),
                List.of("2 of 10 subscribers lost their connection and came back"));
        return new ScenarioResult(
                "steady-plant",
                "A thousand devices, a message a second each",
                "",
                settings(),
                List.of(),
                List.of(noted),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                false);
    }

    /** Aborted scenario. */
    static ScenarioResult failed() {
        return new ScenarioResult(
                "c1",
                "One publisher",
                "",
                settings(),
                List.of(),
                List.of(),
                List.of(),
                Optional.empty(),
                Optional.of("Client lt-p0 can't connect\n  since the broker refuses it"),
                false);
    }

    /** Strings that try to end an element, to begin one, or to be too long. */
    static Run hostile() {
        var nasty = "</script><img src=x onerror=\"window.hacked=1\"><!-- \"quotes\" 'single' & {{data}} 🚀 \u2028";
        var round = round(Contenders.EXTENSION, 1, 12, 100, List.of(new FaultMark(nasty, 3, 6)));
        var noted = new Round(
                round.contender(),
                1,
                round.started(),
                round.figures(),
                round.timeline(),
                round.latencyCurve(),
                round.commitCurve(),
                round.faults(),
                List.of(nasty));
        var scenario = new ScenarioResult(
                nasty,
                nasty + "Donaudampfschifffahrtsgesellschaftskapitän".repeat(20),
                nasty,
                Map.of(nasty, nasty),
                List.of(new PublishedFigure(Figure.LATENCY_P99_MS, 1, nasty)),
                List.of(noted),
                List.of(new Verdict(nasty, Figure.LATENCY_P99_MS, null, null, null, false)),
                Optional.empty(),
                Optional.empty(),
                true);
        return new Run(
                new Environment(STARTED, nasty, nasty, 2, 1, nasty, nasty, nasty, nasty, nasty, nasty, nasty),
                true,
                List.of(scenario));
    }

    private static Map<String, String> settings() {
        var settings = new LinkedHashMap<String, String>();
        settings.put("broker", "127.0.0.1");
        settings.put("num_publishers", "10");
        settings.put("num_subscribers", "10");
        settings.put("num_messages", "1000");
        settings.put("x.modes", "bare, do-nothing, extension");
        return settings;
    }

    static Round round(Contender contender, int number, int seconds, double rate, List<FaultMark> faults) {
        var random = new Random(31L * place(contender) + number);
        double slower = 1 + place(contender) * 0.03;
        var timeline = timeline(contender, seconds, rate / slower, slower, faults, random);
        double p99 = 18.0 * slower + random.nextDouble() * 2;
        Map<Figure, Double> figures = new EnumMap<>(Figure.class);
        double sent = timeline.stream().mapToLong(Second::sent).sum();
        figures.put(Figure.SENT, sent);
        figures.put(Figure.DELIVERIES, sent);
        figures.put(Figure.DELIVERIES_PER_SECOND, sent / seconds);
        figures.put(Figure.SUBSCRIBER_AVERAGE_THROUGHPUT, Math.floor(sent / (seconds + 1)));
        figures.put(Figure.LATENCY_AVERAGE_MS, 6.1 * slower + random.nextDouble());
        figures.put(Figure.LATENCY_P50_MS, 4.2 * slower + random.nextDouble());
        figures.put(Figure.LATENCY_P99_MS, p99);
        figures.put(Figure.LATENCY_MAXIMUM_MS, p99 * 2.4);
        figures.put(Figure.DELIVERIES_LOST, 0.0);
        figures.put(Figure.BROKER_CPU_US, 12 * slower + random.nextDouble());
        if (contender.mode().stores()) {
            figures.put(Figure.ROWS_EXPECTED, sent);
            figures.put(Figure.ROWS_STORED, sent);
            figures.put(Figure.ROWS_MISSING, 0.0);
            figures.put(Figure.COMMIT_P50_MS, 96 + random.nextDouble() * 9);
            figures.put(Figure.COMMIT_P99_MS, 183 + random.nextDouble() * 20);
        }
        return new Round(
                contender,
                number,
                STARTED.plusSeconds(60L * number + 10L * place(contender)),
                figures,
                timeline,
                curve(4.2 * slower, p99),
                contender.mode().stores() ? curve(96, 190) : List.of(),
                faults,
                List.of(),
                List.of(),
                usage(contender, seconds),
                List.of());
    }

    private static List<Second> timeline(
            Contender contender, int seconds, double rate, double slower, List<FaultMark> faults, Random random) {
        var timeline = new ArrayList<Second>();
        long waiting = 0;
        for (int i = 0; i < seconds; i++) {
            int second = i;
            boolean away = faults.stream().anyMatch(fault -> fault.from() <= second && second < fault.to());
            long sent = Math.round(rate * (0.94 + 0.1 * random.nextDouble()));
            waiting += contender.mode().stores() ? sent : 0;
            long stored = away ? 0 : Math.min(waiting, Math.round(rate * 2.5));
            waiting -= stored;
            double p50 = (4 + random.nextDouble()) * slower * (away ? 1.1 : 1);
            timeline.add(new Second(
                    sent,
                    sent,
                    stored,
                    p50,
                    p50 * (3.8 + random.nextDouble()),
                    p50 * (7 + 4 * random.nextDouble()),
                    p50 * 2.2,
                    null));
        }
        return timeline;
    }

    private static List<UsageSample> usage(Contender contender, int seconds) {
        var random = new Random(7L * place(contender));
        return IntStream.rangeClosed(1, Math.min(seconds, 2_000))
                .mapToObj(second -> new UsageSample(
                        second,
                        0.6 + 0.2 * random.nextDouble(),
                        contender.mode().stores() ? 0.3 + 0.1 * random.nextDouble() : 0.02,
                        0.4 + 0.1 * random.nextDouble(),
                        400.0 + second % 40,
                        250.0,
                        180.0))
                .toList();
    }

    private static List<Percentile> curve(double p50, double p99) {
        return DoubleStream.of(0, 25, 50, 75, 90, 95, 97.5, 99, 99.5, 99.75, 99.9, 99.95, 99.99, 100)
                .mapToObj(p -> new Percentile(p, value(p, p50, p99)))
                .toList();
    }

    /** Returns the position among the modes of the samples, which other modes do not change. */
    private static int place(Contender contender) {
        return List.of(Mode.CONTROL, Mode.BARE, Mode.DO_NOTHING, Mode.EXTENSION, Mode.OUTAGE, Mode.SLOW)
                .indexOf(contender.mode());
    }

    private static double value(double percentile, double p50, double p99) {
        double nines = percentile == 100 ? 4.3 : -Math.log10(1 - percentile / 100);
        return p50 * 0.6 + (p99 - p50 * 0.6) * Math.pow(nines / 2, 1.6);
    }
}
