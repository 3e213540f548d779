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
import org.junit.jupiter.api.Test;

class ConsoleReportTest {

    private final String suite = ConsoleReport.text(SampleRuns.suite());

    @Test
    void shouldPutTheModesSideBySide() {
        var text = ConsoleReport.text(SampleRuns.connections());

        assertThat(text).contains("""
                Medians of the rounds

                | figure                           | do-nothing interceptor | extension |
                | -------------------------------- | ---------------------- | --------- |
                | connections                      |                 19,000 |    19,000 |
                | connects, 1/s                    |                  2,400 |     2,250 |
                | broker memory per connection, KB |                  17.20 |     18.10 |
                | call, average, ms                |                   0.84 |      0.89 |
                """);
    }

    @Test
    void shouldShowTheRatiosThatThresholdsAreHeldAgainst() {
        assertThat(ConsoleReport.text(SampleRuns.crossed()))
                .contains("| connects | 1.00 (0.10 to 5.00) |"); // ratios of the single rounds have a median of 2
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
                        + "                      | 1.00 (0.10 to 5.00) |");
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
                .endsWith("\nResult: FAILED, 0 of 0 thresholds met, 0 scenarios ran, 1 not complete\n");
    }

    @Test
    void shouldEndWithOneLineOfResult() {
        assertThat(suite)
                .endsWith("\nResult: FAILED, 3 of 5 thresholds met, 4 scenarios ran, 1 not complete, 1 skipped\n");
        assertThat(ConsoleReport.text(SampleRuns.run(List.of(SampleRuns.outage()))))
                .endsWith("\nResult: PASSED, 1 of 1 thresholds met, 1 scenario ran\n");
    }

    @Test
    void shouldStateThresholdsThatTheRoundsDoNotProveMissed() {
        var outage = SampleRuns.outage();
        var verdicts = List.of(
                new Verdict("latency-p99-ms extension <= 5", Figure.LATENCY_P99_MS, 5.2, 4.0, 6.0, true, 0.2143),
                new Verdict("commit-p99-ms extension <= 5", Figure.COMMIT_P99_MS, 9.2, 8.0, 9.9, false, 0.0001));
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
                .contains("| within noise (p 0.214) |", "| MISSED (p < 0.001)")
                .endsWith("\nResult: FAILED, 1 of 2 thresholds met, 1 of them within noise, 1 scenario ran\n");
    }

    @Test
    void shouldNotSayPassedWhereNothingWasChecked() {
        assertThat(ConsoleReport.text(SampleRuns.run(List.of(SampleRuns.skipped()))))
                .endsWith("\nResult: NOTHING CHECKED, 0 of 0 thresholds met, 0 scenarios ran, 1 skipped\n");
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
