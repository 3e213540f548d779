// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.result.ScenarioResult;
import io.github.hivemqtdengine.loadtest.result.Verdict;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import io.github.hivemqtdengine.loadtest.scenario.PublishedFigure;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConsoleReportTest {

    private final String suite = ConsoleReport.text(SampleRuns.suite());

    @Test
    void shouldPutTheModesSideBySide() {
        var text = ConsoleReport.text(SampleRuns.connections());

        assertThat(text).contains("""
                Medians of the rounds (lowest to highest)

                | figure                           | do-nothing interceptor | extension |
                | -------------------------------- | ---------------------- | --------- |
                | connections                      |                 19,000 |    19,000 |
                | connects, 1/s                    |                  2,400 |     2,250 |
                | broker memory per connection, KB |                  17.20 |     18.10 |
                | call, average, ms                |                   0.84 |      0.89 |
                """);
    }

    @Test
    void shouldWarnAboveTheVerdictIfTheLoaderWasTheLimit() {
        var text = ConsoleReport.text(SampleRuns.limitedByTheLoader());

        assertThat(text)
                .containsSubsequence(
                        "WARNING: the loader was the limit in 1 of 2 rounds: CPU of the loader's busiest event loop up to"
                                + " 97 %, planned messages that the loader sent late, p99 up to 12.50 ms. Latencies and"
                                + " rates are partly its own: use a larger machine, or several (--agents).",
                        "Thresholds");
        assertThat(suite).doesNotContain("WARNING");
    }

    @Test
    void shouldShowTheRatiosThatThresholdsAreHeldAgainst() {
        assertThat(ConsoleReport.text(SampleRuns.crossed()))
                .contains("| connects | 2.0 (0.1 to 5.0) |"); // the medians of the modes are equal
    }

    @Test
    void shouldNameTheExtremesBesideEachMedian() {
        assertThat(ConsoleReport.text(SampleRuns.crossed()))
                .contains("| connects, 1/s | 200 (100 to 1,000)     | 200 (100 to 1,000) |");
    }

    @Test
    void shouldNotRoundARatioToTheLimitOfItsThreshold() {
        assertThat(found("connects-per-second extension/bare <= 1.2", 1.23)).isEqualTo("1.23 (0.6 to 2.4)");
        assertThat(found("connects-per-second extension/bare <= 1.1", 1.23)).isEqualTo("1.2 (0.6 to 2.4)");
        assertThat(found("connects-per-second extension <= 1.1", 1.23)).isEqualTo("1.23 (0.60 to 2.40)");
    }

    private static String found(String threshold, double value) {
        return Numbers.found(new Verdict(threshold, Figure.CONNECTS_PER_SECOND, value, 0.6, 2.4, true));
    }

    @Test
    void shouldNotRepeatTheNameInTheTitle() {
        var groups = SampleRuns.renamed(SampleRuns.groups(), "two-groups");

        assertThat(ConsoleReport.text(groups)).startsWith("## Two groups\n");
        assertThat(ConsoleReport.text(SampleRuns.groups())).startsWith("## groups: Two groups\n");
    }

    @Test
    void shouldDivideModesByEachOther() {
        assertThat(ConsoleReport.text(SampleRuns.connections())).contains("""
                Ratios to: do-nothing interceptor (lowest to highest)

                | figure                       | extension |
                | ---------------------------- | --------- |
                | connects                     |      0.94 |
                | broker memory per connection |      1.05 |
                | call, average                |      1.06 |
                """);
    }

    @Test
    void shouldShowThePublishedFigureBesideOurs() {
        assertThat(suite)
                .contains(
                        "| broker memory per connection, KB |        18 | device access server |                  17.20 |     18.10 |");
    }

    @Test
    void shouldShowAPublishedRatioBesideOurs() {
        var published = new PublishedFigure(
                Figure.CONNECTS_PER_SECOND, 1.11, "elsewhere", Contenders.EXTENSION, Contenders.DO_NOTHING);
        var text = ConsoleReport.text(SampleRuns.publishing(SampleRuns.crossed(), published));

        assertThat(text)
                .contains("| connects, extension / do-nothing interceptor |      1.11 | elsewhere | -"
                        + "                      | 2.0 (0.1 to 5.0) |");
    }

    @Test
    void shouldDateEachScenario() {
        assertThat(suite)
                .contains("1,000 messages each\n\nMeasured: 2026-03-01 08:01 to 2026-03-01 08:03 UTC.\n\nMedians");
    }

    @Test
    void shouldShowVerdictsWithTheirSpread() {
        assertThat(suite)
                .contains("| latency-p99-ms extension/do-nothing <= 1.1         | 1.16 (1.08 to 1.21)       | MISSED |")
                .contains(
                        "| rows-missing extension = 0                         |                         0 | met    |");
    }

    @Test
    void shouldSayWhatDidNotRunAndWhatWentWrong() {
        assertThat(suite)
                .contains(
                        "## s0-avro: Avro records without header\n\nSkipped: the extension does not decode Avro yet\n")
                .contains("Not complete: 1 round ran.")
                .contains("- bare broker, round 1: 2 of 10 subscribers lost their connection and came back\n");
    }

    @Test
    void shouldSayWhyAScenarioCouldNotGoOn() {
        var text = ConsoleReport.text(SampleRuns.run(List.of(SampleRuns.failed())));

        assertThat(text)
                .contains("Failed: Client lt-p0 can't connect since the broker refuses it\n")
                .endsWith("\nResult: FAILED, thresholds: 0 met, 0 missed; 0 scenarios ran, 1 not complete\n");
    }

    @Test
    void shouldShowWhatACountIsAPartOfAndNoTimeBelowItsResolution() {
        assertThat(ConsoleReport.text(SampleRuns.run(List.of(SampleRuns.coarse()))))
                .contains("Failed: extension, round 1: 196,854 of 1,000,000 messages were sent\n")
                .containsPattern("\\| messages sent +\\| +196,854 of 1,000,000 \\| +196,854 of 1,000,000 \\|")
                .containsPattern("\\| lost deliveries +\\| +0 of 400 \\|")
                .containsPattern("\\| deliveries under way at the end +\\| +205 of 400 \\|")
                .containsPattern("\\| publish to commit, median, ms +\\| +< 100,000 \\| +< 100,000 \\|")
                .containsPattern("\\| publish to commit, p99, ms +\\| +120,000 \\| +120,000 \\|")
                .containsPattern("\\| commit-p50-ms extension <= 90000 +\\| +< 100,000 \\| met +\\|")
                .doesNotContain("60,000");
    }

    @Test
    void shouldShowWhatEachProblemIsAPartOf() {
        var problems = Map.of(
                Figure.SENT, 400.0,
                Figure.UNACKNOWLEDGED, 1.0,
                Figure.DELIVERIES, 300.0,
                Figure.DELIVERIES_DUPLICATED, 2.0,
                Figure.ROWS_EXPECTED, 200.0,
                Figure.ROWS_LATE, 3.0,
                Figure.CONNECTIONS, 20.0,
                Figure.CONNECTIONS_LOST, 4.0,
                Figure.CALLS_ANSWERED, 10.0,
                Figure.CALLS_UNANSWERED, 5.0);
        var scenario = SampleRuns.withRounds(SampleRuns.c3(), round -> SampleRuns.with(round, problems));

        assertThat(ConsoleReport.text(scenario))
                .containsPattern("\\| messages not acknowledged +\\| +1 of 400 \\|")
                .containsPattern("\\| duplicated deliveries +\\| +2 of 300 \\|")
                .containsPattern("\\| rows late +\\| +3 of 200 \\|")
                .containsPattern("\\| connections lost +\\| +4 of 20 \\|")
                .containsPattern("\\| calls unanswered +\\| +5 of 15 \\|");
    }

    @Test
    void shouldEndWithOneLineOfResult() {
        assertThat(suite)
                .endsWith(
                        "\nResult: FAILED, thresholds: 3 met, 2 missed; 4 scenarios ran, 1 not complete, 1 skipped\n");
        assertThat(ConsoleReport.text(SampleRuns.run(List.of(SampleRuns.outage()))))
                .endsWith("\nResult: PASSED, thresholds: 1 met, 0 missed; 1 scenario ran\n");
    }

    @Test
    void shouldCountUndecidedThresholdsApartAndSayWhatDecidesThem() {
        var outage = SampleRuns.outage();
        var verdicts = List.of(
                new Verdict("latency-p99-ms extension <= 5", Figure.LATENCY_P99_MS, 5.2, 4.0, 6.0, true, 0.2143, 6.25),
                new Verdict("latency-p50-ms extension <= 5", Figure.LATENCY_P50_MS, 9.0, 9.0, 9.0, true, 0.5, null),
                new Verdict("commit-p99-ms extension <= 5", Figure.COMMIT_P99_MS, 9.2, 8.0, 9.9, false, 0.0001, 6.0));
        var scenario = new ScenarioResult(
                outage.name(),
                outage.title(),
                outage.about(),
                outage.settings(),
                outage.published(),
                outage.rounds(),
                verdicts,
                outage.skipped(),
                outage.failure(),
                true);

        assertThat(ConsoleReport.text(SampleRuns.run(List.of(scenario))))
                .contains(
                        "| undecided: these rounds prove a miss from 6.25, more rounds earlier |",
                        "| undecided: takes 5 rounds or more ",
                        "| MISSED (p < 0.001)")
                .endsWith(
                        "\nResult: FAILED, thresholds: 0 met, 2 undecided (more --rounds decide), 1 missed; 1 scenario ran\n");
    }

    @Test
    void shouldNotSayPassedWhereNothingWasChecked() {
        assertThat(ConsoleReport.text(SampleRuns.run(List.of(SampleRuns.skipped()))))
                .endsWith("\nResult: NOTHING CHECKED, thresholds: 0 met, 0 missed; 0 scenarios ran, 1 skipped\n");
    }

    @Test
    void shouldWarnOfASmokeRun() {
        var smoke = new Run(SampleRuns.suite().environment(), true, List.of());

        assertThat(ConsoleReport.text(smoke)).contains("its figures mean nothing");
        assertThat(suite).doesNotContain("its figures mean nothing");
    }

    @Test
    void shouldKeepTablesWholeWhateverTheTexts() {
        var table = new TextTable("t", "a", "b");
        table.add("one|two", "line\nline");

        assertThat(table).hasToString("""
                t

                | a        | b         |
                | -------- | --------- |
                | one\\|two | line line |
                """);
    }

    @Test
    void shouldShowTheFiguresOfGroups() {
        assertThat(ConsoleReport.text(SampleRuns.groups()).lines().map(line -> line.replaceAll(" +", " ")))
                .containsSubsequence(
                        "Groups of clients",
                        "| extension, round 1 | sensors | 10,000 | 0 | 0 | 0 | - | - | 10,000 | 2 | 0 |",
                        "| extension, round 1 | dashboards | 0 | 50,000 | 3 | 1 | 1.25 | 7.50 | - | - | - |");
    }

    @Test
    void shouldShowTheClocksOfAgents() {
        assertThat(ConsoleReport.text(SampleRuns.agents())).contains("""
                Agents and their clocks

                | round              | agent                            | clock ahead, ms | exact to ±, ms |""");
    }
}
