package io.github.hivemqtdengine.loadtest.measure;

import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;

/**
 * Holds the rows of the database against what was sent. Rows are told one by one, in any order; each costs a bit. A message
 * is expected if it was acknowledged, and at QoS 0, where nothing is, if it was sent. One thread.
 *
 * <p>Which rows are late shows when the table is read twice, at the deadline and later: tell all rows of the first reading,
 * call {@link #readAgain}, tell all rows of the second. The second one counts; what it has beyond the first is late.
 */
public final class Reconciliation {

    private final Map<Integer, PublisherRows> publishers = new TreeMap<>();
    private final Map<Integer, Long> unknown = new TreeMap<>();

    /**
     * For what a round has sent.
     *
     * @param sent what each publisher sent
     * @param rowsPerMessage how many rows a message becomes, at least 1; at most 2^31 rows a publisher
     * @param acknowledged whether only acknowledged messages are expected, that is, above QoS 0
     */
    public Reconciliation(List<SentLog> sent, int rowsPerMessage, boolean acknowledged) {
        sent.forEach(log -> publishers.put(log.publisher(), new PublisherRows(log, rowsPerMessage, acknowledged)));
    }

    /**
     * Tells of a row.
     *
     * @param publisher the publisher's number
     * @param message the message's number
     * @param item which of the message's rows, from 0
     */
    public void row(int publisher, long message, int item) {
        var rows = publishers.get(publisher);
        if (rows == null) {
            unknown.merge(publisher, 1L, Long::sum);
        } else {
            rows.add(message, item);
        }
    }

    /** Begins a second reading, after the deadline: all rows are told once more. */
    public void readAgain() {
        unknown.clear();
        publishers.values().forEach(PublisherRows::readAgain);
    }

    /** How many rows of a message are there, duplicates not counted. */
    public int storedRows(int publisher, int message) {
        var rows = publishers.get(publisher);
        return rows == null ? 0 : rows.storedRows(message);
    }

    /** The result, where no two rows of a publisher have the same key, so that none can overwrite another. */
    public Reconciled result() {
        return result((number, rows) -> new BitSet());
    }

    /**
     * The result, where rows may have the same key, in payloads with a time of their own. A missing row whose key a stored
     * row of the same publisher has counts as overwritten, and still as missing. This takes eight bytes for each missing or
     * each stored row of a publisher, whichever are fewer.
     */
    public Reconciled result(RowKey key) {
        return result((number, rows) -> rows.overwritten(number, key));
    }

    private Reconciled result(BiFunction<Integer, PublisherRows, BitSet> overwrittenRows) {
        var summary = new ReconciledSummary();
        publishers.forEach((number, rows) -> {
            var overwritten = overwrittenRows.apply(number, rows);
            summary.add(number, rows.tally(overwritten), rows.findings(overwritten));
        });
        unknown.forEach(summary::addUnknown);
        return summary.reconciled();
    }

    /** By what the database tells rows of a publisher apart. */
    public interface RowKey {

        /** The key, usually the row's time. */
        long of(int publisher, int message, int item);
    }
}
