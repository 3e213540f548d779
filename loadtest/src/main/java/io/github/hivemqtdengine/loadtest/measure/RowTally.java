package io.github.hivemqtdengine.loadtest.measure;

/**
 * Numbers of rows. It holds that {@code stored = expected - missing + unacknowledged}, and the table has
 * {@code stored + duplicated + unknown} rows.
 *
 * @param expected rows of messages that were acknowledged; of all messages sent at QoS 0
 * @param stored rows of messages that were sent, each once
 * @param missing rows expected that are not there
 * @param unacknowledged rows stored of messages that were never acknowledged
 * @param duplicated rows that are there again
 * @param overwritten of the missing rows, those whose key a stored row has
 * @param late of the stored rows, those that came after the deadline
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

    /** Of the missing rows, those that nothing has overwritten. */
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
