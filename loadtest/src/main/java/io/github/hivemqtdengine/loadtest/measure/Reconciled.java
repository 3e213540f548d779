// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Result of comparing the messages sent with the rows in the database.
 *
 * @param total of all publishers
 * @param byPublisher for each publisher that has sent; rows of unknown publishers are only in the total
 * @param sentences deviations, like {@code publisher 3: messages 17, 19 to 25 missing}, one per publisher, at most 20
 */
public record Reconciled(RowTally total, SortedMap<Integer, RowTally> byPublisher, List<String> sentences) {

    public Reconciled {
        byPublisher = Collections.unmodifiableSortedMap(new TreeMap<>(byPublisher));
        sentences = List.copyOf(sentences);
    }

    /** Returns a copy whose sentences name what they are about, like {@code group sensors}. */
    public Reconciled of(String whose) {
        return new Reconciled(
                total,
                byPublisher,
                sentences.stream().map(sentence -> whose + ", " + sentence).toList());
    }

    /** Returns the sum with another result, which has at most 20 sentences. */
    public Reconciled and(Reconciled other) {
        var sum = new TreeMap<>(byPublisher);
        other.byPublisher.forEach((publisher, rows) -> sum.merge(publisher, rows, RowTally::plus));
        var both = new ArrayList<>(sentences);
        both.addAll(other.sentences);
        return new Reconciled(
                total.plus(other.total), sum, both.subList(0, Math.min(ReconciledSummary.SENTENCES, both.size())));
    }

    /** Returns whether rows were attributed to messages; otherwise late and overwritten rows are unknown. */
    public boolean tellsMessages() {
        return !byPublisher.isEmpty();
    }

    /**
     * Compares row counts only, for rows without message numbers. A missing row and a duplicated one cancel each other
     * out.
     *
     * @param expected expected number of rows
     * @param rows number of rows in the table
     */
    public static Reconciled ofTotal(long expected, long rows) {
        long stored = Math.min(rows, expected);
        var total = new RowTally(expected, stored, expected - stored, 0, rows - stored, 0, 0, 0);
        return new Reconciled(total, new TreeMap<>(), List.of());
    }
}
