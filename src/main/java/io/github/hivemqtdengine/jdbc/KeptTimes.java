package io.github.hivemqtdengine.jdbc;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * The times that a TDengine database takes at one moment. One row outside of them makes it refuse a whole vgroup's part
 * of a statement, so such rows are better found here.
 *
 * @param oldest of all times, epoch nanoseconds; a little older than what the server takes, since its clock decides
 * @param newest of all times, epoch nanoseconds
 */
record KeptTimes(long oldest, long newest) {

    /** The server takes nobody whose clock differs by more. */
    private static final Duration CLOCKS = Duration.ofMinutes(15);

    /** The first of 2262; TDengine takes none behind it, though a long would. */
    private static final long LAST_NANOSECOND = 9_214_646_400_000_000_000L;

    /**
     * @param keep how long rows are kept; empty if that is not known
     * @param nowMicros the time of day
     */
    static KeptTimes of(Optional<Duration> keep, Precision precision, long nowMicros) {
        long oldest = keep.map(time ->
                        nowMicros - TimeUnit.SECONDS.toMicros(time.plus(CLOCKS).toSeconds()))
                .map(TimeUnit.MICROSECONDS::toNanos)
                .orElse(Long.MIN_VALUE);
        return new KeptTimes(oldest, precision == Precision.NANOSECONDS ? LAST_NANOSECOND : Long.MAX_VALUE);
    }

    /** The rows that the database would not take. */
    List<Row> outside(List<Row> rows) {
        return rows.stream()
                .filter(row -> row.timestamp() < oldest || row.timestamp() > newest)
                .toList();
    }

    /** Why a row is outside, for the operator. */
    String objection(Row row) {
        return "The time " + Instant.EPOCH.plusNanos(row.timestamp()) + " of a row of subtable " + row.subtable()
                + " is out of range: the database keeps times from about " + Instant.EPOCH.plusNanos(oldest) + " to "
                + Instant.EPOCH.plusNanos(newest);
    }
}
