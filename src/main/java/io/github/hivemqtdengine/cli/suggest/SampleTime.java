package io.github.hivemqtdengine.cli.suggest;

import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Detects whether a field is a time, by its name and its values. */
final class SampleTime {

    private static final Set<String> NAMES = Set.of("t", "ts", "time", "timestamp");

    /** September 2001, when epoch seconds reached ten digits, to 2100. */
    private static final BigDecimal EARLIEST = new BigDecimal(1_000_000_000L);

    private static final BigDecimal LATEST = new BigDecimal(4_102_444_800L);
    private static final List<String> UNITS = List.of("s", "ms", "us", "ns");
    private static final int DIGITS_BETWEEN_UNITS = 3;
    private static final int MOST_DECIMALS_OF_SECONDS = 9;

    private SampleTime() {}

    /** Returns the unit in which all values are times, as the configuration writes it; empty if they are not. */
    static Optional<String> unit(String pointer, List<? extends @Nullable Object> values) {
        var name = ColumnNames.word(pointer.substring(pointer.lastIndexOf('/') + 1));
        if (!NAMES.contains(name) || values.isEmpty()) {
            return Optional.empty();
        }
        var units = values.stream().map(SampleTime::unitOfValue).distinct().toList();
        return units.size() == 1 ? units.get(0) : Optional.empty();
    }

    private static Optional<String> unitOfValue(@Nullable Object value) {
        if (value instanceof String text) {
            return isIso(text) ? Optional.of("iso-8601") : Optional.empty();
        }
        if (value instanceof Long || value instanceof BigDecimal) {
            return unitOfNumber(new BigDecimal(value.toString()));
        }
        return Optional.empty();
    }

    private static Optional<String> unitOfNumber(BigDecimal number) {
        for (int i = 0; i < UNITS.size(); i++) {
            var seconds = number.movePointLeft(i * DIGITS_BETWEEN_UNITS);
            if (seconds.compareTo(EARLIEST) >= 0 && seconds.compareTo(LATEST) < 0) {
                return seconds.stripTrailingZeros().scale() <= MOST_DECIMALS_OF_SECONDS
                        ? Optional.of(UNITS.get(i))
                        : Optional.empty();
            }
        }
        return Optional.empty();
    }

    private static boolean isIso(String text) {
        try {
            OffsetDateTime.parse(text);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }
}
