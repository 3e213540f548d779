package io.github.hivemqtdengine.loadtest.result;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RatiosTest {

    private static final Figure FIGURE = Figure.LATENCY_P50_MS;

    @Test
    void shouldDivideTheMediansAndSpreadRoundByRound() {
        var rounds =
                Rounds.all(Rounds.of(Mode.BARE, FIGURE, 10, 20, 40), Rounds.of(Mode.EXTENSION, FIGURE, 15, 22, 42));
        assertThat(Ratios.of(rounds, FIGURE, Mode.EXTENSION, Mode.BARE))
                .contains(new Ratio(FIGURE, Mode.EXTENSION, Mode.BARE, 1.1, 1.05, 1.5));
    }

    @Test
    void shouldPairRoundsByNumberNotByOrder() {
        var rounds = List.of(
                Rounds.round(Mode.EXTENSION, 2, Map.of(FIGURE, 8.0)),
                Rounds.round(Mode.BARE, 1, Map.of(FIGURE, 1.0)),
                Rounds.round(Mode.BARE, 2, Map.of(FIGURE, 4.0)),
                Rounds.round(Mode.EXTENSION, 1, Map.of(FIGURE, 3.0)));
        var ratio = Ratios.of(rounds, FIGURE, Mode.EXTENSION, Mode.BARE).orElseThrow();
        assertThat(ratio.low()).isEqualTo(2);
        assertThat(ratio.high()).isEqualTo(3);
    }

    @Test
    void shouldBeOneOfTwoZerosAndNoneOfAnythingElseToZero() {
        var zeros = Rounds.all(Rounds.of(Mode.BARE, FIGURE, 0), Rounds.of(Mode.EXTENSION, FIGURE, 0));
        assertThat(Ratios.of(zeros, FIGURE, Mode.EXTENSION, Mode.BARE)
                        .orElseThrow()
                        .value())
                .isEqualTo(1);
        var toZero = Rounds.all(Rounds.of(Mode.BARE, FIGURE, 0), Rounds.of(Mode.EXTENSION, FIGURE, 3));
        assertThat(Ratios.of(toZero, FIGURE, Mode.EXTENSION, Mode.BARE)).isEmpty();
    }

    @Test
    void shouldNotExistWithoutACommonRound() {
        var rounds = List.of(
                Rounds.round(Mode.BARE, 1, Map.of(FIGURE, 1.0)), Rounds.round(Mode.EXTENSION, 2, Map.of(FIGURE, 1.0)));
        assertThat(Ratios.of(rounds, FIGURE, Mode.EXTENSION, Mode.BARE)).isEmpty();
        assertThat(Ratios.of(rounds, FIGURE, Mode.EXTENSION, Mode.SLOW)).isEmpty();
    }

    @Test
    void shouldCompareEachModeWithThoseBeforeItByFigure() {
        var rounds = Rounds.all(
                Rounds.of(Mode.BARE, FIGURE, 1),
                Rounds.of(Mode.DO_NOTHING, FIGURE, 2),
                Rounds.of(Mode.EXTENSION, FIGURE, 4),
                Rounds.of(Mode.EXTENSION, Figure.ROWS_STORED, 4));
        assertThat(Ratios.of(rounds))
                .containsExactly(
                        new Ratio(FIGURE, Mode.DO_NOTHING, Mode.BARE, 2, 2, 2),
                        new Ratio(FIGURE, Mode.EXTENSION, Mode.BARE, 4, 4, 4),
                        new Ratio(FIGURE, Mode.EXTENSION, Mode.DO_NOTHING, 2, 2, 2));
        assertThat(Ratios.spreads(rounds)).containsOnlyKeys(FIGURE, Figure.ROWS_STORED);
        assertThat(Ratios.spreads(rounds).get(FIGURE))
                .containsOnlyKeys(Mode.BARE, Mode.DO_NOTHING, Mode.EXTENSION)
                .containsEntry(Mode.DO_NOTHING, new Spread(2, 2, 2, 2, 2));
    }
}
