package io.github.hivemqtdengine.route;

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
 * Which rows of a subtable are worth storing, by the one that was stored before them. Immutable.
 *
 * @param onlyOnChange whether a row is stored only if one of its columns differs
 * @param minInterval how much later than the one before it a row is at least, by their timestamps; zero for none
 * @param maxInterval how much later a row is stored whether it differs or not; zero for never
 * @param deadBands by how much a number must differ at least to count as another one, column by column; 0 where any
 *     difference counts
 */
public record Sampling(boolean onlyOnChange, Duration minInterval, Duration maxInterval, List<Double> deadBands) {

    /** Every row is worth storing. */
    public static final Sampling NONE = new Sampling(false, Duration.ZERO, Duration.ZERO, List.of());

    public Sampling {
        deadBands = List.copyOf(deadBands);
    }

    /** Whether it leaves out any row at all. */
    public boolean isNone() {
        return !onlyOnChange && minInterval.isZero();
    }

    /**
     * Why a row is not worth storing, if that is so. A row that is older than the one before it is: it comes late, and
     * says nothing that was known.
     *
     * @param last the row of the same subtable that was stored before it
     */
    public Optional<MappingEvent> objection(Row last, Row row) {
        if (row.timestamp() < last.timestamp()) {
            return Optional.empty();
        }
        long difference = row.timestamp() - last.timestamp();
        long elapsed = difference < 0 ? Long.MAX_VALUE : difference; // the whole range of times is wider than a long
        if (elapsed < minInterval.toNanos()) {
            return Optional.of(MappingEvent.ROWS_TOO_SOON);
        }
        boolean isDue = !maxInterval.isZero() && elapsed >= maxInterval.toNanos();
        return !onlyOnChange || isDue || hasChanged(last, row)
                ? Optional.empty()
                : Optional.of(MappingEvent.ROWS_UNCHANGED);
    }

    private boolean hasChanged(Row last, Row row) {
        for (int i = 0; i < row.table().columns().size(); i++) {
            double deadBand = i < deadBands.size() ? deadBands.get(i) : 0;
            if (differ(last.column(i), row.column(i), deadBand)) {
                return true;
            }
        }
        return false;
    }

    /** As it is written, so that 0.3 and 0.2 differ by 0.1. */
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
