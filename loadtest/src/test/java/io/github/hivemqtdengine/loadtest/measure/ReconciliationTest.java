// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ReconciliationTest {

    @Test
    void shouldFindNothingWrongWhereEveryRowIsThereOnce() {
        var reconciliation = new Reconciliation(List.of(SentLogs.of(0, 10, 10), SentLogs.of(1, 5, 5)), 2, true);
        tell(reconciliation, 0, 10, 2, message -> true);
        tell(reconciliation, 1, 5, 2, message -> true);

        var result = reconciliation.result();
        assertThat(result.total()).isEqualTo(new RowTally(30, 30, 0, 0, 0, 0, 0, 0));
        assertThat(result.byPublisher()).containsOnlyKeys(0, 1);
        assertThat(result.byPublisher().get(1)).isEqualTo(new RowTally(10, 10, 0, 0, 0, 0, 0, 0));
        assertThat(result.sentences()).isEmpty();
    }

    @Test
    void shouldFindMissingRowsAndSayWhichMessages() {
        var reconciliation = new Reconciliation(List.of(SentLogs.of(3, 40, 40)), 1, true);
        tell(reconciliation, 3, 40, 1, message -> message != 17 && (message < 19 || message > 25) && message < 38);

        var result = reconciliation.result();
        assertThat(result.total().missing()).isEqualTo(10);
        assertThat(result.total().stored()).isEqualTo(30);
        assertThat(result.sentences()).containsExactly("publisher 3: messages 17, 19 to 25, 38, 39 missing");
    }

    @Test
    void shouldNameOnlyTheFirstFewOfManyMessages() {
        var reconciliation = new Reconciliation(List.of(SentLogs.of(0, 100, 100)), 1, true);
        tell(reconciliation, 0, 100, 1, message -> message % 2 == 1);
        assertThat(reconciliation.result().sentences())
                .containsExactly("publisher 0: messages 0, 2, 4, 6, 8 and 45 more missing");
    }

    @Test
    void shouldTellIncompleteMessagesFromMissingOnes() {
        var reconciliation = new Reconciliation(List.of(SentLogs.of(0, 3, 3)), 3, true);
        reconciliation.row(0, 0, 0);
        reconciliation.row(0, 0, 1);
        reconciliation.row(0, 0, 2);
        reconciliation.row(0, 1, 2);

        var result = reconciliation.result();
        assertThat(result.total().missing()).isEqualTo(5);
        assertThat(result.sentences()).containsExactly("publisher 0: message 2 missing; message 1 incomplete");
        assertThat(reconciliation.storedRows(0, 0)).isEqualTo(3);
        assertThat(reconciliation.storedRows(0, 1)).isEqualTo(1);
        assertThat(reconciliation.storedRows(9, 1)).isZero();
    }

    @Test
    void shouldNotExpectUnacknowledgedMessagesButSayIfTheyAreThere() {
        var reconciliation = new Reconciliation(List.of(SentLogs.of(0, 10, 7)), 1, true);
        tell(reconciliation, 0, 10, 1, message -> message != 2 && message != 9);

        var result = reconciliation.result();
        assertThat(result.total()).isEqualTo(new RowTally(7, 8, 1, 2, 0, 0, 0, 0));
        assertThat(result.sentences())
                .containsExactly("publisher 0: message 2 missing; messages 7, 8 stored although never acknowledged");
    }

    @Test
    void shouldExpectAllMessagesSentAtQosZero() {
        var reconciliation = new Reconciliation(List.of(SentLogs.of(0, 10, 0)), 1, false);
        tell(reconciliation, 0, 9, 1, message -> true);
        assertThat(reconciliation.result().total()).isEqualTo(new RowTally(10, 9, 1, 0, 0, 0, 0, 0));
    }

    @Test
    void shouldCountEveryRowThatIsThereAgain() {
        var reconciliation = new Reconciliation(List.of(SentLogs.of(0, 4, 4)), 1, true);
        tell(reconciliation, 0, 4, 1, message -> true);
        tell(reconciliation, 0, 4, 1, message -> message == 1);
        tell(reconciliation, 0, 4, 1, message -> message == 1 || message == 3);

        var result = reconciliation.result();
        assertThat(result.total()).isEqualTo(new RowTally(4, 4, 0, 0, 3, 0, 0, 0));
        assertThat(result.sentences()).containsExactly("publisher 0: messages 1, 3 duplicated");
    }

    @Test
    void shouldCountRowsThatWereNeverSent() {
        var reconciliation = new Reconciliation(List.of(SentLogs.of(0, 4, 4)), 2, true);
        tell(reconciliation, 0, 4, 2, message -> true);
        reconciliation.row(0, 4, 0);
        reconciliation.row(0, -1, 0);
        reconciliation.row(0, 5_000_000_000L, 0);
        reconciliation.row(0, 1, 2);
        reconciliation.row(0, 1, -1);
        reconciliation.row(7, 0, 0);

        var result = reconciliation.result();
        assertThat(result.total()).isEqualTo(new RowTally(8, 8, 0, 0, 0, 0, 0, 6));
        assertThat(result.byPublisher()).containsOnlyKeys(0);
        assertThat(result.sentences())
                .containsExactly(
                        "publisher 0: 5 rows with a number that was never sent",
                        "publisher 7, which does not exist: 1 row");
    }

    @Test
    void shouldFindLateRowsByASecondReading() {
        var reconciliation = new Reconciliation(List.of(SentLogs.of(0, 6, 6)), 1, true);
        tell(reconciliation, 0, 6, 1, message -> message < 3);
        tell(reconciliation, 0, 6, 1, message -> message == 0);
        reconciliation.row(9, 0, 0);
        reconciliation.readAgain();
        tell(reconciliation, 0, 6, 1, message -> message != 4);

        var result = reconciliation.result();
        assertThat(result.total()).isEqualTo(new RowTally(6, 5, 1, 0, 0, 0, 2, 0));
        assertThat(result.sentences()).containsExactly("publisher 0: message 4 missing; messages 3, 5 late");
    }

    @Test
    void shouldMissARowThatWasThereAtTheDeadlineAndIsGone() {
        var reconciliation = new Reconciliation(List.of(SentLogs.of(0, 2, 2)), 1, true);
        tell(reconciliation, 0, 2, 1, message -> true);
        reconciliation.readAgain();
        reconciliation.row(0, 1, 0);
        assertThat(reconciliation.result().total()).isEqualTo(new RowTally(2, 1, 1, 0, 0, 0, 0, 0));
    }

    @Test
    void shouldTakeMissingRowsForOverwrittenIfALaterStoredRowHasTheirKey() {
        // messages 0 and 1 have one key, 2 and 3 the next one, and so on
        var few = overwritten(Set.of(1L));
        assertThat(few).isEqualTo(new RowTally(10, 1, 9, 0, 0, 1, 0, 0));
        var most = overwritten(Set.of(0L, 1L, 3L, 5L, 7L, 9L));
        assertThat(most).isEqualTo(new RowTally(10, 6, 4, 0, 0, 4, 0, 0));
        var halves = overwritten(Set.of(0L, 1L, 2L, 3L, 4L, 5L));
        assertThat(halves).isEqualTo(new RowTally(10, 6, 4, 0, 0, 0, 0, 0));
        var withoutTheLastOfEach = overwritten(Set.of(0L, 2L, 4L, 6L, 8L));
        assertThat(withoutTheLastOfEach).isEqualTo(new RowTally(10, 5, 5, 0, 0, 0, 0, 0));
    }

    @Test
    void shouldCountEveryOverwrittenRowOfTheSameKey() {
        var reconciliation = new Reconciliation(List.of(SentLogs.of(0, 9, 9)), 1, true);
        tell(reconciliation, 0, 9, 1, message -> message >= 3);
        assertThat(reconciliation
                        .result((publisher, message, item) -> message < 4 ? 0 : message, 1)
                        .total()
                        .overwritten())
                .isEqualTo(3);
    }

    @Test
    void shouldSayWhichMessagesWereOverwrittenAndWhichAreMissing() {
        var reconciliation = new Reconciliation(List.of(SentLogs.of(3, 8, 8)), 2, true);
        tell(reconciliation, 3, 8, 2, message -> message == 1 || message == 3);
        reconciliation.row(3, 6, 1);

        // pairs of messages have one key
        var result = reconciliation.result((publisher, message, item) -> message / 2 * 2 + item, 2);

        assertThat(result.total()).isEqualTo(new RowTally(16, 5, 11, 0, 0, 4, 0, 0));
        assertThat(result.total().lost()).isEqualTo(7);
        assertThat(result.sentences())
                .containsExactly(
                        "publisher 3: messages 4, 5, 7 missing; message 6 incomplete;" + " messages 0, 2 overwritten");
    }

    private static RowTally overwritten(Set<Long> stored) {
        var reconciliation = new Reconciliation(List.of(SentLogs.of(0, 10, 10)), 1, true);
        tell(reconciliation, 0, 10, 1, stored::contains);
        return reconciliation
                .result((publisher, message, item) -> message / 2, 1)
                .total();
    }

    @Test
    void shouldSayNoMoreThanTwentySentences() {
        var logs = IntStream.range(0, 30).mapToObj(p -> SentLogs.of(p, 2, 2)).toList();
        var sentences = new Reconciliation(logs, 1, true).result().sentences();
        assertThat(sentences)
                .hasSize(20)
                .startsWith("publisher 0: messages 0, 1 missing")
                .endsWith("11 publishers more");
    }

    @Test
    void shouldReconcileByTheirNumberRowsThatHaveNone() {
        assertThat(Reconciled.ofTotal(10, 10).total()).isEqualTo(new RowTally(10, 10, 0, 0, 0, 0, 0, 0));
        assertThat(Reconciled.ofTotal(10, 7).total()).isEqualTo(new RowTally(10, 7, 3, 0, 0, 0, 0, 0));
        assertThat(Reconciled.ofTotal(10, 12).total()).isEqualTo(new RowTally(10, 10, 0, 0, 2, 0, 0, 0));
    }

    private static void tell(
            Reconciliation reconciliation, int publisher, int messages, int rowsPerMessage, LongPredicate which) {
        for (int message = 0; message < messages; message++) {
            for (int item = 0; item < rowsPerMessage && which.test(message); item++) {
                reconciliation.row(publisher, message, item);
            }
        }
    }
}
