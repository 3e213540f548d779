package io.github.hivemqtdengine.loadtest.measure;

import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * What of the messages sent is in the database.
 *
 * @param total of all publishers
 * @param byPublisher of each publisher that has sent; rows of unknown publishers are in the total only
 * @param sentences what is not as it should be, like {@code publisher 3: messages 17, 19 to 25 missing}, a publisher each,
 *     at most twenty
 */
public record Reconciled(RowTally total, SortedMap<Integer, RowTally> byPublisher, List<String> sentences) {

    public Reconciled {
        byPublisher = Collections.unmodifiableSortedMap(new TreeMap<>(byPublisher));
        sentences = List.copyOf(sentences);
    }

    /** Whether rows said which message they are of; if not, nobody knows which of them were late or overwritten. */
    public boolean tellsMessages() {
        return !byPublisher.isEmpty();
    }

    /**
     * From the number of rows alone, where rows do not say which message they are of. A missing row and a duplicated one hide
     * each other.
     *
     * @param expected how many there should be
     * @param rows how many there are
     */
    public static Reconciled ofTotal(long expected, long rows) {
        long stored = Math.min(rows, expected);
        var total = new RowTally(expected, stored, expected - stored, 0, rows - stored, 0, 0, 0);
        return new Reconciled(total, new TreeMap<>(), List.of());
    }
}
