// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

/**
 * Row counts. Invariants: {@code stored = expected - missing + unacknowledged}, and the table has
 * {@code stored + duplicated + unknown} rows.
 *
 * @param expected rows of acknowledged messages; at QoS 0, of all messages sent
 * @param stored rows of messages sent, without duplicates
 * @param missing expected rows that are not stored
 * @param unacknowledged stored rows of messages that were never acknowledged
 * @param duplicated repeated rows
 * @param overwritten missing rows whose key a stored row has
 * @param late stored rows that arrived after the deadline
 * @param unknown rows with a number that was never sent
 */
public record RowTally(
        long expected,
        long stored,
        long missing,
        long unacknowledged,
        long duplicated,
        long overwritten,
        long late,
        long unknown) {

    static final RowTally NONE = new RowTally(0, 0, 0, 0, 0, 0, 0, 0);

    /** Returns the missing rows that were not overwritten. */
    public long lost() {
        return missing - overwritten;
    }

    RowTally plus(RowTally other) {
        return new RowTally(
                expected + other.expected,
                stored + other.stored,
                missing + other.missing,
                unacknowledged + other.unacknowledged,
                duplicated + other.duplicated,
                overwritten + other.overwritten,
                late + other.late,
                unknown + other.unknown);
    }
}
