// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import io.github.hivemqtdengine.message.EpochNanos;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Retention window of a TDengine database at one moment. For one row outside it, the server refuses a whole vgroup's
 * part of a statement, so such rows are filtered out first.
 *
 * @param oldest epoch nanoseconds; a little before the server's limit, which depends on the server's clock
 * @param newest epoch nanoseconds
 */
public record RetentionWindow(long oldest, long newest) {

    /** Largest clock difference that the server accepts. */
    private static final Duration CLOCKS = Duration.ofMinutes(15);

    /** Start of 2262. TDengine accepts no later nanoseconds, though a long could hold them. */
    private static final long LAST_NANOSECOND = 9_214_646_400_000_000_000L;

    /**
     * Returns the times that a database with a retention keeps.
     *
     * @param keep retention time of rows; empty if unknown
     * @param nowMicros current time, epoch microseconds
     */
    public static RetentionWindow of(Optional<Duration> keep, Precision precision, long nowMicros) {
        long oldest = keep.map(time ->
                        nowMicros - TimeUnit.SECONDS.toMicros(time.plus(CLOCKS).toSeconds()))
                .map(TimeUnit.MICROSECONDS::toNanos)
                .orElse(Long.MIN_VALUE);
        return new RetentionWindow(oldest, precision == Precision.NANOSECONDS ? LAST_NANOSECOND : Long.MAX_VALUE);
    }

    /**
     * Returns whether all rows are inside the window.
     *
     * @param rows at least one, in ascending order
     */
    public boolean contains(List<Row> rows) {
        return contains(rows.get(0)) && contains(rows.get(rows.size() - 1));
    }

    private boolean contains(Row row) {
        return row.timestamp() >= oldest && row.timestamp() <= newest;
    }

    /** Returns the rows outside the window. */
    public List<Row> outside(List<Row> rows) {
        return rows.stream().filter(row -> !contains(row)).toList();
    }

    /** Returns a sentence for the operator about a row outside the window. */
    public String objection(Row row) {
        return "The time " + Instant.EPOCH.plusNanos(row.timestamp()) + " of a row of subtable " + row.subtable()
                + " is out of range: the database keeps times from about " + Instant.EPOCH.plusNanos(oldest) + " to "
                + Instant.EPOCH.plusNanos(newest)
                + (row.timestamp() < oldest ? EpochNanos.unitHint(row.timestamp()) : "");
    }
}
