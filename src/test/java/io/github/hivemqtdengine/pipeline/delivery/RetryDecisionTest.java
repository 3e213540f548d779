// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.pipeline.delivery.RetryDecision.Action;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RetryDecisionTest {

    /** Letters of the kinds of failures. */
    private static final String KINDS = "TCBSRUF";

    /** Letters of all failures, with those of connections that are lost despite an answer, and without one. */
    private static final String FAILURES = KINDS + "Ll";

    /**
     * Actions after the failures so far; the first line that matches counts. The actions are those for a message, one
     * that is left of a large batch, a batch, and a large one.
     */
    private static final List<Line> TABLE = List.of(
            new Line(".*[CF]", "RETRY RETRY RETRY RETRY"),
            new Line(".*L{5}", "ISOLATE ISOLATE SPLIT SPLIT"),
            new Line(".*[TLl]{3}", "RETRY HALVE RETRY HALVE"),
            new Line(".*[TLl]", "RETRY RETRY RETRY RETRY"),
            new Line("(.*[SU]){3}", "REJECT REJECT SPLIT SPLIT"),
            new Line(".*[SU]", "RETRY RETRY RETRY RETRY"),
            new Line(".*[BR]", "REJECT REJECT SPLIT SPLIT"));

    private static final int LONGEST_HISTORY = RetryDecision.SUSPECT_TRIES + 1;

    private final List<WriteException> failures =
            FAILURES.chars().mapToObj(RetryDecisionTest::failure).toList();

    private final List<String> wrong = new ArrayList<>();

    @Test
    void shouldDecideByTheTableAfterEachHistory() {
        follow("", RetryDecision.NO_FAILURE);

        assertThat(wrong).isEmpty();
    }

    /** Lets a batch fail in every way after those before. */
    private void follow(String before, RetryDecision last) {
        for (int i = 0; i < FAILURES.length(); i++) {
            char letter = FAILURES.charAt(i);
            var history = before + letter;
            var actions = Stream.of(0, 1, 2, 3)
                    .map(size -> next(last, letter, size < 2, size % 2 == 1).action())
                    .toList();
            var next = next(last, letter, false, false);
            if (!actions.equals(expected(history)) || next.isConnectionLost() != ("Ll".indexOf(letter) >= 0)) {
                wrong.add(history + ": " + actions);
            }
            if (history.length() < LONGEST_HISTORY) {
                follow(history, next);
            }
        }
    }

    private RetryDecision next(RetryDecision last, char letter, boolean isOne, boolean isLarge) {
        return last.next(failures.get(FAILURES.indexOf(letter)), letter != 'l', isOne, isLarge);
    }

    private static WriteException failure(int letter) {
        var cause = new IllegalStateException();
        int kind = KINDS.indexOf(letter);
        return kind < 0
                ? WriteException.ofLostConnection("scripted", cause)
                : new WriteException(List.of(FailureKind.values()).get(kind), "scripted", cause);
    }

    private static List<Action> expected(String history) {
        return TABLE.stream()
                .filter(line -> line.histories.matcher(history).matches())
                .findFirst()
                .orElseThrow()
                .actions;
    }

    @Test
    void shouldLetAPartInheritAllFailuresButOne() {
        var batch = new RetryDecision(Action.SPLIT, 3, 4, 5, true);

        assertThat(batch.ofPart(false, false)).isEqualTo(new RetryDecision(Action.RETRY, 2, 3, 4, true));
        assertThat(batch.ofPart(false, true)).isEqualTo(new RetryDecision(Action.RETRY, 0, 3, 4, true));
        assertThat(batch.ofPart(true, false)).isEqualTo(new RetryDecision(Action.RETRY, 2, 3, 0, true));
        assertThat(RetryDecision.NO_FAILURE.ofPart(false, false)).isEqualTo(RetryDecision.NO_FAILURE);
    }

    @ParameterizedTest
    @CsvSource({
        "FATAL,     true,  true,  true",
        "CONGESTED, false, false, false",
        "TRANSIENT, false, true,  true",
        "TOO_LARGE, false, true,  true",
        "REJECTED,  false, true,  true",
        "SCHEMA,    false, false, true",
        "UNKNOWN,   false, false, true"
    })
    void shouldCallTheOperator(FailureKind kind, boolean first, boolean second, boolean secondAfterLetters) {
        assertThat(RetryDecision.callsOperator(kind, 1, false)).isEqualTo(first);
        assertThat(RetryDecision.callsOperator(kind, 1, true)).isEqualTo(first);
        assertThat(RetryDecision.callsOperator(kind, 2, false)).isEqualTo(second);
        assertThat(RetryDecision.callsOperator(kind, 2, true)).isEqualTo(secondAfterLetters);
    }

    private record Line(Pattern histories, List<Action> actions) {

        Line(String histories, String actions) {
            this(
                    Pattern.compile(histories),
                    Stream.of(actions.split(" ")).map(Action::valueOf).toList());
        }
    }
}
