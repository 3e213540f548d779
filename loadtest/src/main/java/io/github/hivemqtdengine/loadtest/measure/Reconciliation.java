// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * Compares the rows of the database with the messages sent. Rows are added in any order; each costs a bit at most. Expected
 * are the acknowledged messages; at QoS 0, all messages sent. Not thread-safe.
 *
 * <p>Late rows are found by reading the table twice, at the deadline and later: add all rows of the first reading, call
 * {@link #readAgain}, add all rows of the second. The second reading counts; rows missing in the first are late.
 */
public final class Reconciliation {

    private final Map<Integer, PublisherRows> publishers = new TreeMap<>();
    private final Map<Integer, Long> unknown = new TreeMap<>();

    /**
     * Starts a reconciliation.
     *
     * @param sent messages of each publisher
     * @param rowsPerMessage at least 1
     * @param acknowledged whether only acknowledged messages are expected, as above QoS 0
     */
    public Reconciliation(List<SentLog> sent, int rowsPerMessage, boolean acknowledged) {
        this(sent, MessageRows.each(rowsPerMessage), acknowledged);
    }

    /** Starts a reconciliation of messages with different numbers of rows. */
    public Reconciliation(List<SentLog> sent, MessageRows rows, boolean acknowledged) {
        sent.forEach(log -> publishers.put(log.publisher(), new PublisherRows(log, rows, acknowledged)));
    }

    /**
     * Adds a row.
     *
     * @param item index of the row within its message, from 0
     */
    public void row(int publisher, long message, int item) {
        var rows = publishers.get(publisher);
        if (rows == null) {
            unknown.merge(publisher, 1L, Long::sum);
        } else {
            rows.add(message, item);
        }
    }

    /** Starts the second reading, after the deadline: all rows are added again. */
    public void readAgain() {
        unknown.clear();
        publishers.values().forEach(PublisherRows::readAgain);
    }

    /** Returns the number of stored rows of a message, without duplicates. */
    public int storedRows(int publisher, int message) {
        var rows = publishers.get(publisher);
        return rows == null ? 0 : rows.storedRows(message);
    }

    /** Returns the result for rows with unique keys, so that no row can overwrite another. */
    public Reconciled result() {
        return result((number, rows) -> new NumberSet());
    }

    /**
     * Returns the result for rows that may share a key, as in payloads with their own timestamp. A missing row whose
     * key a stored row of the same publisher has counts as overwritten, and still as missing.
     *
     * @param topics among the rows whose keys have the same remainder of this, those with one key follow each other
     */
    public Reconciled result(RowKey key, int topics) {
        return result((number, rows) -> rows.overwritten(number, key, topics));
    }

    private Reconciled result(BiFunction<Integer, PublisherRows, NumberSet> overwrittenRows) {
        var summary = new ReconciledSummary();
        publishers.forEach((number, rows) -> {
            var overwritten = overwrittenRows.apply(number, rows);
            summary.add(number, rows.tally(overwritten), rows.findings(overwritten));
        });
        unknown.forEach(summary::addUnknown);
        return summary.reconciled();
    }

    /** Key by which the database distinguishes rows of a publisher. */
    public interface RowKey {

        /** Returns the key, usually the row's timestamp. */
        long of(int publisher, int message, int item);
    }
}
