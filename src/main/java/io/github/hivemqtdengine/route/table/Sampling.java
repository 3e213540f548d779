// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.metrics.MappingEvent;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Selection of the rows of a subtable to store, by comparison with the row stored before. Immutable.
 *
 * @param onlyOnChange whether a row is stored only if one of its columns differs
 * @param minInterval the minimum interval between the timestamps of stored rows; zero for none
 * @param maxInterval the interval after which an unchanged row is stored too; zero for never
 * @param deadBands the minimum differences between numbers to count as a change, by column; 0 for any difference
 */
public record Sampling(boolean onlyOnChange, Duration minInterval, Duration maxInterval, List<Double> deadBands) {

    /** Stores every row. */
    public static final Sampling NONE = new Sampling(false, Duration.ZERO, Duration.ZERO, List.of());

    public Sampling {
        deadBands = List.copyOf(deadBands);
    }

    /** Returns whether every row is stored. */
    public boolean isNone() {
        return !onlyOnChange && minInterval.isZero();
    }

    /**
     * Returns the reason for not storing a row; empty if the row is stored. A row older than the last one is always
     * stored: it arrives late, but its information is new.
     *
     * @param last the stored row of the same subtable before it
     */
    public Optional<MappingEvent> objection(Row last, Row row) {
        if (row.timestamp() < last.timestamp()) {
            return Optional.empty();
        }
        long difference = row.timestamp() - last.timestamp();
        long elapsed = difference < 0 ? Long.MAX_VALUE : difference; // a greater difference overflows a long
        if (elapsed < minInterval.toNanos()) {
            return Optional.of(MappingEvent.ROWS_TOO_SOON);
        }
        boolean isDue = !maxInterval.isZero() && elapsed >= maxInterval.toNanos();
        return !onlyOnChange || isDue || hasChanged(last, row)
                ? Optional.empty()
                : Optional.of(MappingEvent.ROWS_UNCHANGED);
    }

    private boolean hasChanged(Row last, Row row) {
        for (int i = 0; i < row.shape().columns().size(); i++) {
            double deadBand = i < deadBands.size() ? deadBands.get(i) : 0;
            if (differ(last.column(i), row.column(i), deadBand)) {
                return true;
            }
        }
        return false;
    }

    /** Returns the number in its decimal notation, so that 0.3 and 0.2 differ by exactly 0.1. */
    private static BigDecimal decimal(Number number) {
        return new BigDecimal(number.toString());
    }

    private static boolean differ(@Nullable Object one, @Nullable Object other, double deadBand) {
        if (deadBand > 0 && one instanceof Number first && other instanceof Number second) {
            return decimal(first).subtract(decimal(second)).abs().compareTo(BigDecimal.valueOf(deadBand)) >= 0;
        }
        if (one instanceof byte[] some && other instanceof byte[] others) {
            return !Arrays.equals(some, others);
        }
        return !Objects.equals(one, other);
    }
}
