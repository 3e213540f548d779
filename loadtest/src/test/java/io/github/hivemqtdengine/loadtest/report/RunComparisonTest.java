// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.report.RunComparison.Row;
import io.github.hivemqtdengine.loadtest.result.Difference;
import io.github.hivemqtdengine.loadtest.result.Run;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class RunComparisonTest {

    @Test
    void shouldProveADifferenceOfFiveRounds() {
        var compared = compare(SampleRuns.rounds(5, 1), SampleRuns.rounds(5, 1.2));

        var latency = cell(compared, Figure.LATENCY_P99_MS, 1);
        assertThat(latency.percent()).isBetween(15.0, 25.0);
        assertThat(latency.chance()).isLessThan(0.05);
        assertThat(latency.withinNoise()).isFalse();
        assertThat(latency.rounds()).isEqualTo(5);
        assertThat(cell(compared, Figure.LATENCY_P99_MS, 0).percent())
                .as("the run that others are compared with")
                .isNull();
    }

    @Test
    void shouldFindTheSameLoadWithinNoise() {
        var compared = compare(SampleRuns.rounds(5, 1), SampleRuns.rounds(6, 1.001));

        assertThat(cell(compared, Figure.LATENCY_P99_MS, 1).withinNoise()).isTrue();
        assertThat(cell(compared, Figure.LATENCY_P99_MS, 1).chance()).isGreaterThan(0.05);
        assertThat(cell(compared, Figure.ROWS_MISSING, 1).percent()).isZero();
        assertThat(cell(compared, Figure.ROWS_MISSING, 1).chance()).isEqualTo(1.0);
    }

    @Test
    void shouldProveNothingWithFourRounds() {
        var latency = cell(compare(SampleRuns.rounds(5, 1), SampleRuns.rounds(4, 2)), Figure.LATENCY_P99_MS, 1);

        assertThat(latency.percent()).isGreaterThan(90);
        assertThat(latency.chance()).isNull();
        assertThat(latency.withinNoise()).isTrue();
    }

    @Test
    void shouldCompareScenariosOfAtLeastTwoRunsWithTheFirstThatHasThem() {
        var compared = compare(SampleRuns.run(List.of(SampleRuns.connections())), SampleRuns.suite(), SampleRuns.of(1));

        assertThat(compared.scenarios()).singleElement().satisfies(scenario -> {
            assertThat(scenario.name()).isEqualTo("s4-connections");
            assertThat(scenario.base()).isZero();
            assertThat(scenario.rows()).allSatisfy(row -> {
                assertThat(row.cells()).hasSize(3);
                assertThat(row.cells().get(2)).isNull();
            });
        });
        assertThat(compare(SampleRuns.of(1), SampleRuns.suite(), SampleRuns.suite())
                        .scenarios())
                .isNotEmpty()
                .allSatisfy(scenario -> assertThat(scenario.base()).isEqualTo(1));
    }

    @Test
    void shouldListSettingsThatDiffer() {
        var compared = compare(
                SampleRuns.run(List.of(SampleRuns.variants())),
                SampleRuns.run(List.of(SampleRuns.renamed(SampleRuns.c3(), "s3-groups"))));

        assertThat(compared.scenarios().get(0).settings())
                .containsOnlyKeys("x.modes")
                .containsValue(List.of("do-nothing, groups-1, groups-100", "bare, do-nothing, extension"));
    }

    private static RunComparison compare(Run... runs) {
        return RunComparison.of(List.of(runs).stream()
                .map(run -> new RunComparison.Entry("run.json", run))
                .toList());
    }

    private static Difference cell(RunComparison compared, Figure figure, int run) {
        return compared.scenarios().get(0).rows().stream()
                .filter(row -> row.figure() == figure && row.mode().equals(Contenders.EXTENSION))
                .map(Row::cells)
                .map(cells -> cells.get(run))
                .filter(Objects::nonNull)
                .findFirst()
                .orElseThrow();
    }
}
