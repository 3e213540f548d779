// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.result;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.github.hivemqtdengine.loadtest.measure.Figure;
import io.github.hivemqtdengine.loadtest.scenario.Contenders;
import io.github.hivemqtdengine.loadtest.scenario.Threshold;
import io.github.hivemqtdengine.loadtest.scenario.Threshold.Comparator;
import io.github.hivemqtdengine.loadtest.scenario.Threshold.Operator;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class VerdictsTest {

    private static final Figure TIME = Figure.LATENCY_P99_MS;

    @ParameterizedTest
    @CsvSource({
        "AT_MOST,  5, 5,          true",
        "AT_MOST,  5, 5.00001,    false",
        "AT_MOST,  5, 4.99,       true",
        "AT_LEAST, 5, 5,          true",
        "AT_LEAST, 5, 4.99999,    false",
        "AT_LEAST, 5, 5.1,        true",
        "EQUAL,    5, 5,          true",
        "EQUAL,    5, 5.00001,    false",
        "EQUAL,    0, 0,          true",
        "EQUAL,    0, 0.00000001, false"
    })
    void shouldCompareAtTheEdge(Comparator comparator, double limit, double value, boolean passed) {
        var verdict = verdict(threshold(TIME, comparator, limit), Rounds.of(Contenders.EXTENSION, TIME, value));
        assertThat(verdict.passed()).isEqualTo(passed);
        assertThat(verdict.value()).isEqualTo(value);
    }

    @Test
    void shouldCompareTheMedianOfTimes() {
        var rounds = Rounds.of(Contenders.EXTENSION, TIME, 4, 50, 5);
        assertThat(verdict(threshold(TIME, Comparator.AT_MOST, 5), rounds))
                .isEqualTo(new Verdict("latency-p99-ms extension <= 5", TIME, 5.0, 4.0, 50.0, true));
        assertThat(verdict(threshold(TIME, Comparator.AT_MOST, 4.5), rounds).passed())
                .isFalse();
    }

    /** All five values of one above all five of the other is one way of 252 to rank them. */
    @Test
    void shouldMissByRoundsThatNoiseDoesNotExplain() {
        var verdict = verdict(
                ratio(Comparator.AT_MOST, 1.1),
                extensionAndDoNothing(List.of(12, 13, 14, 15, 16), List.of(1, 2, 3, 4, 5)));
        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.chance()).isCloseTo(1.0 / 252, within(1e-9));
        assertThat(verdict.withinNoise()).isFalse();
    }

    @Test
    void shouldNotMissByWhatNoiseExplains() {
        var verdict = verdict(
                ratio(Comparator.AT_MOST, 1),
                extensionAndDoNothing(List.of(9, 10, 11, 12, 40), List.of(8, 9, 10, 11, 50)));
        assertThat(verdict.value()).isEqualTo(1.1);
        assertThat(verdict.passed()).isTrue();
        assertThat(verdict.withinNoise()).isTrue();
        assertThat(verdict.chance()).isGreaterThan(Noise.LEVEL);
    }

    @Test
    void shouldTestALowerLimitAndADifferenceInTheirDirections() {
        var rounds = extensionAndDoNothing(List.of(1, 2, 3, 4, 5), List.of(11, 12, 13, 14, 15));
        assertThat(verdict(ratio(Comparator.AT_LEAST, 0.9), rounds).chance()).isCloseTo(1.0 / 252, within(1e-9));
        assertThat(verdict(difference(Comparator.AT_LEAST, -5), rounds).passed())
                .isFalse();
        assertThat(verdict(difference(Comparator.AT_MOST, -11), rounds))
                .satisfies(verdict -> assertThat(verdict.passed()).isTrue())
                .satisfies(verdict -> assertThat(verdict.chance()).isGreaterThan(Noise.LEVEL));
    }

    /** Seven or eight of eight rounds beyond the limit are nine of 256 outcomes of a fair coin. */
    @Test
    void shouldTestASingleContenderAgainstTheLimit() {
        var threshold = threshold(TIME, Comparator.AT_MOST, 5);
        var above = verdict(threshold, Rounds.of(Contenders.EXTENSION, TIME, 6, 7, 8, 9, 10, 11, 12, 4));
        assertThat(above.passed()).isFalse();
        assertThat(above.chance()).isCloseTo(9.0 / 256, within(1e-9));
        var around = verdict(threshold, Rounds.of(Contenders.EXTENSION, TIME, 1, 2, 5, 6, 7, 8, 9, 10));
        assertThat(around.withinNoise()).isTrue();
    }

    /** Of so few rounds all would have to miss, however far the others are from the limit. */
    @Test
    void shouldCompareMediansOfFewRounds() {
        var ofTwo = verdict(
                ratio(Comparator.AT_MOST, 1), extensionAndDoNothing(List.of(9, 10, 11, 40), List.of(8, 9, 10, 50)));
        assertThat(ofTwo.passed()).isFalse();
        assertThat(ofTwo.chance()).isNull();
        var ofOne = verdict(
                threshold(Figure.ROWS_PER_SECOND, Comparator.AT_LEAST, 500_000),
                Rounds.of(Contenders.EXTENSION, Figure.ROWS_PER_SECOND, 100_000, 100_001, 100_002, 100_003, 500_001));
        assertThat(ofOne.passed()).isFalse();
        assertThat(ofOne.chance()).isNull();
    }

    @Test
    void shouldNotTestWhatWasNotMeasuredInEveryRound() {
        var rounds = new ArrayList<>(extensionAndDoNothing(List.of(9, 10, 11, 12, 40), List.of(8, 9, 10, 11, 50)));
        rounds.add(Rounds.round(Contenders.EXTENSION, 6, Map.of()));
        var verdict = verdict(ratio(Comparator.AT_MOST, 1), rounds);
        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.chance()).isNull();
    }

    private static List<Round> extensionAndDoNothing(List<Integer> extension, List<Integer> doNothing) {
        var rounds = new ArrayList<>(Rounds.of(Contenders.EXTENSION, TIME, doubles(extension)));
        rounds.addAll(Rounds.of(Contenders.DO_NOTHING, TIME, doubles(doNothing)));
        return rounds;
    }

    private static double[] doubles(List<Integer> values) {
        return values.stream().mapToDouble(Integer::doubleValue).toArray();
    }

    private static Threshold ratio(Comparator comparator, double limit) {
        return new Threshold(TIME, Contenders.EXTENSION, Optional.of(Contenders.DO_NOTHING), comparator, limit);
    }

    private static Threshold difference(Comparator comparator, double limit) {
        return new Threshold(
                TIME,
                Contenders.EXTENSION,
                Optional.of(Contenders.DO_NOTHING),
                Operator.DIFFERENCE,
                comparator,
                limit,
                Optional.empty());
    }

    @ParameterizedTest
    @EnumSource(names = {"EQUAL", "AT_MOST"})
    void shouldMissANumberOfThingsByASingleRound(Comparator comparator) {
        var figure = Figure.ROWS_MISSING;
        var lost = verdict(threshold(figure, comparator, 0), Rounds.of(Contenders.EXTENSION, figure, 0, 0, 1));
        assertThat(lost.passed()).isFalse();
        assertThat(lost.value()).isZero();
        assertThat(lost.high()).isEqualTo(1);
        assertThat(verdict(threshold(figure, comparator, 0), Rounds.of(Contenders.EXTENSION, figure, 0, 0, 0))
                        .passed())
                .isTrue();
    }

    @Test
    void shouldCompareTheDifferenceOfTwoMedians() {
        var rounds = new ArrayList<>(Rounds.of(Contenders.EXTENSION, TIME, 4, 50, 5));
        rounds.addAll(Rounds.of(Contenders.DO_NOTHING, TIME, 3, 4, 6));
        var threshold = new Threshold(
                TIME,
                Contenders.EXTENSION,
                Optional.of(Contenders.DO_NOTHING),
                Operator.DIFFERENCE,
                Comparator.AT_MOST,
                1,
                Optional.empty());

        assertThat(verdict(threshold, rounds))
                .isEqualTo(new Verdict("latency-p99-ms extension - do-nothing <= 1", TIME, 1.0, -1.0, 46.0, true));
    }

    @Test
    void shouldMissAtLeastOfANumberOfThingsByASingleRound() {
        var figure = Figure.CALLS_ANSWERED;
        var rounds = Rounds.of(Contenders.EXTENSION, figure, 60_000, 59_989, 60_000);
        assertThat(verdict(threshold(figure, Comparator.AT_LEAST, 59_990), rounds)
                        .passed())
                .isFalse();
    }

    @Test
    void shouldHoldEqualsOfTimesInEveryRound() {
        assertThat(verdict(threshold(TIME, Comparator.EQUAL, 5), Rounds.of(Contenders.EXTENSION, TIME, 5, 5, 6))
                        .passed())
                .isFalse();
    }

    @Test
    void shouldDivideTheMediansOfTwoModes() {
        var rounds = Rounds.all(
                Rounds.of(Contenders.DO_NOTHING, TIME, 10, 20, 40), Rounds.of(Contenders.EXTENSION, TIME, 15, 22, 42));
        assertThat(verdict(ratio(TIME, Comparator.AT_MOST, 1.1), rounds))
                .isEqualTo(new Verdict("latency-p99-ms extension/do-nothing <= 1.1", TIME, 1.1, 1.05, 1.5, true));
        assertThat(verdict(ratio(TIME, Comparator.AT_MOST, 1.0999), rounds).passed())
                .isFalse();
    }

    @Test
    void shouldNotMissALimitByWhatDividingRoundsOff() {
        var rounds = Rounds.all(
                Rounds.of(Contenders.DO_NOTHING, TIME, 1.009), Rounds.of(Contenders.EXTENSION, TIME, 1.1099));
        assertThat(1.1099 / 1.009).isGreaterThan(1.1);
        assertThat(verdict(ratio(TIME, Comparator.AT_MOST, 1.1), rounds).passed())
                .isTrue();
    }

    @Test
    void shouldMissWhatWasNotMeasured() {
        var rounds = List.of(Rounds.round(Contenders.EXTENSION, 1, Map.of()));
        assertThat(verdict(threshold(TIME, Comparator.AT_MOST, 5), rounds))
                .isEqualTo(new Verdict("latency-p99-ms extension <= 5", TIME, null, null, null, false));
        assertThat(verdict(threshold(TIME, Comparator.AT_MOST, 5), List.of()).passed())
                .isFalse();
        assertThat(verdict(ratio(TIME, Comparator.AT_MOST, 5), Rounds.of(Contenders.EXTENSION, TIME, 1))
                        .passed())
                .isFalse();
    }

    @Test
    void shouldMissByARoundThatLacksTheFigure() {
        var rounds = Rounds.all(
                Rounds.of(Contenders.EXTENSION, TIME, 1, 1), List.of(Rounds.round(Contenders.EXTENSION, 3, Map.of())));
        var verdict = verdict(threshold(TIME, Comparator.AT_MOST, 5), rounds);
        assertThat(verdict.value()).isEqualTo(1);
        assertThat(verdict.passed()).isFalse();
    }

    @Test
    void shouldMissByARoundWithoutItsPartner() {
        var rounds = Rounds.all(Rounds.of(Contenders.DO_NOTHING, TIME, 1), Rounds.of(Contenders.EXTENSION, TIME, 1, 1));
        assertThat(verdict(ratio(TIME, Comparator.AT_MOST, 5), rounds).passed()).isFalse();
    }

    @Test
    void shouldMissARatioToZeroUnlessBothAreZero() {
        var toZero = Rounds.all(Rounds.of(Contenders.DO_NOTHING, TIME, 0), Rounds.of(Contenders.EXTENSION, TIME, 1));
        assertThat(verdict(ratio(TIME, Comparator.AT_LEAST, 0.9), toZero))
                .isEqualTo(new Verdict("latency-p99-ms extension/do-nothing >= 0.9", TIME, null, null, null, false));
        var zeros = Rounds.all(Rounds.of(Contenders.DO_NOTHING, TIME, 0), Rounds.of(Contenders.EXTENSION, TIME, 0));
        assertThat(verdict(ratio(TIME, Comparator.AT_MOST, 1.1), zeros).passed())
                .isTrue();
    }

    @Test
    void shouldMissIfTheMedianOfTheBaseIsZero() {
        var rounds = Rounds.all(
                Rounds.of(Contenders.DO_NOTHING, TIME, 0, 0, 1), Rounds.of(Contenders.EXTENSION, TIME, 0, 1, 1));
        var verdict = verdict(ratio(TIME, Comparator.AT_LEAST, 0.5), rounds);
        assertThat(verdict.value()).isNull();
        assertThat(verdict.passed()).isFalse();
    }

    @Test
    void shouldLookAtTheThresholdsModeOnly() {
        var rounds = Rounds.all(Rounds.of(Contenders.BARE, TIME, 90), Rounds.of(Contenders.EXTENSION, TIME, 1));
        assertThat(verdict(threshold(TIME, Comparator.AT_MOST, 5), rounds).passed())
                .isTrue();
    }

    @Test
    void shouldGiveOneVerdictOnEachThreshold() {
        var thresholds = List.of(
                threshold(TIME, Comparator.AT_MOST, 250_000), threshold(Figure.ROWS_MISSING, Comparator.EQUAL, 0));
        assertThat(Verdicts.of(thresholds, Rounds.of(Contenders.EXTENSION, TIME, 1)))
                .extracting(Verdict::threshold)
                .containsExactly("latency-p99-ms extension <= 250000", "rows-missing extension = 0");
    }

    private static Verdict verdict(Threshold threshold, List<Round> rounds) {
        return Verdicts.of(List.of(threshold), rounds).get(0);
    }

    private static Threshold threshold(Figure figure, Comparator comparator, double limit) {
        return new Threshold(figure, Contenders.EXTENSION, Optional.empty(), comparator, limit);
    }

    private static Threshold ratio(Figure figure, Comparator comparator, double limit) {
        return new Threshold(figure, Contenders.EXTENSION, Optional.of(Contenders.DO_NOTHING), comparator, limit);
    }
}
