// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RatiosTest {

    private static final Figure FIGURE = Figure.LATENCY_P50_MS;

    @Test
    void shouldDivideRoundByRound() {
        var rounds = Rounds.all(
                Rounds.of(Contenders.BARE, FIGURE, 10, 20, 40), Rounds.of(Contenders.EXTENSION, FIGURE, 15, 22, 42));
        assertThat(Ratios.of(rounds, FIGURE, Contenders.EXTENSION, Contenders.BARE))
                .contains(new Ratio(FIGURE, Contenders.EXTENSION, Contenders.BARE, 1.1, 1.05, 1.5));
    }

    @Test
    void shouldPairRoundsByNumberNotByOrder() {
        var rounds = List.of(
                Rounds.round(Contenders.EXTENSION, 2, Map.of(FIGURE, 8.0)),
                Rounds.round(Contenders.BARE, 1, Map.of(FIGURE, 1.0)),
                Rounds.round(Contenders.BARE, 2, Map.of(FIGURE, 4.0)),
                Rounds.round(Contenders.EXTENSION, 1, Map.of(FIGURE, 3.0)));
        var ratio =
                Ratios.of(rounds, FIGURE, Contenders.EXTENSION, Contenders.BARE).orElseThrow();
        assertThat(ratio.low()).isEqualTo(2);
        assertThat(ratio.high()).isEqualTo(3);
    }

    @Test
    void shouldBeOneOfTwoZerosAndNoneOfAnythingElseToZero() {
        var zeros = Rounds.all(Rounds.of(Contenders.BARE, FIGURE, 0), Rounds.of(Contenders.EXTENSION, FIGURE, 0));
        assertThat(Ratios.of(zeros, FIGURE, Contenders.EXTENSION, Contenders.BARE)
                        .orElseThrow()
                        .value())
                .isEqualTo(1);
        var toZero = Rounds.all(Rounds.of(Contenders.BARE, FIGURE, 0), Rounds.of(Contenders.EXTENSION, FIGURE, 3));
        assertThat(Ratios.of(toZero, FIGURE, Contenders.EXTENSION, Contenders.BARE))
                .isEmpty();
    }

    @Test
    void shouldNotExistWithoutACommonRound() {
        var rounds = List.of(
                Rounds.round(Contenders.BARE, 1, Map.of(FIGURE, 1.0)),
                Rounds.round(Contenders.EXTENSION, 2, Map.of(FIGURE, 1.0)));
        assertThat(Ratios.of(rounds, FIGURE, Contenders.EXTENSION, Contenders.BARE))
                .isEmpty();
        assertThat(Ratios.of(rounds, FIGURE, Contenders.EXTENSION, Contenders.SLOW))
                .isEmpty();
    }

    @Test
    void shouldCompareEachModeWithThoseBeforeItByFigure() {
        var rounds = Rounds.all(
                Rounds.of(Contenders.BARE, FIGURE, 1),
                Rounds.of(Contenders.DO_NOTHING, FIGURE, 2),
                Rounds.of(Contenders.EXTENSION, FIGURE, 4),
                Rounds.of(Contenders.EXTENSION, Figure.ROWS_STORED, 4));
        assertThat(Ratios.of(rounds))
                .containsExactly(
                        new Ratio(FIGURE, Contenders.DO_NOTHING, Contenders.BARE, 2, 2, 2),
                        new Ratio(FIGURE, Contenders.EXTENSION, Contenders.BARE, 4, 4, 4),
                        new Ratio(FIGURE, Contenders.EXTENSION, Contenders.DO_NOTHING, 2, 2, 2));
        assertThat(Ratios.spreads(rounds)).containsOnlyKeys(FIGURE, Figure.ROWS_STORED);
        assertThat(Ratios.spreads(rounds).get(FIGURE))
                .containsOnlyKeys(Contenders.BARE, Contenders.DO_NOTHING, Contenders.EXTENSION)
                .containsEntry(Contenders.DO_NOTHING, new Spread(2, 2, 2, 2, 2));
    }
}
