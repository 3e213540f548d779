package io.github.hivemqtdengine.cli.suggest;

import io.github.hivemqtdengine.config.xml.XmlText;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Field of a sample with the time of its rows.
 *
 * @param shared whether the field is outside the rows
 * @param unique whether the sample's rows have different times
 */
record SuggestedTime(String pointer, String unit, boolean shared, boolean unique) {

    /** Returns the first time that every record has, otherwise the first time outside the records. */
    static Optional<SuggestedTime> of(SampleRecords sample) {
        return ofRecords(sample)
                .or(() -> sample.shared().entrySet().stream()
                        .filter(field -> FieldReference.isPossible(field.getKey()))
                        .flatMap(field -> SampleTime.unit(field.getKey(), Collections.singletonList(field.getValue()))
                                .map(unit -> new SuggestedTime(
                                        field.getKey(),
                                        unit,
                                        true,
                                        sample.records().size() < 2))
                                .stream())
                        .findFirst());
    }

    private static Optional<SuggestedTime> ofRecords(SampleRecords sample) {
        var records = sample.records();
        return records.get(0).keySet().stream()
                .filter(FieldReference::isPossible)
                .filter(pointer -> records.stream().allMatch(record -> record.containsKey(pointer)))
                .flatMap(pointer -> of(
                        pointer,
                        records.stream().map(record -> record.get(pointer)).toList())
                        .stream())
                .findFirst();
    }

    private static Optional<SuggestedTime> of(String pointer, List<?> values) {
        return SampleTime.unit(pointer, values)
                .map(unit -> new SuggestedTime(
                        pointer, unit, false, values.stream().distinct().count() == values.size()));
    }

    /** Returns the attributes of {@code <timestamp>}, with a composite key if the sample has rows of equal time. */
    String attributes() {
        return "value=\"" + XmlText.escape(FieldReference.of(pointer, shared)) + "\" unit=\"" + unit + "\""
                + (unique ? "" : " on-equal=\"composite-key\"");
    }

    /** Returns whether this is the field, which then needs no column. */
    boolean is(String otherPointer, boolean otherShared) {
        return pointer.equals(otherPointer) && shared == otherShared;
    }

    /** Detects whether a field is a time, by its name and its values. */
    private static final class SampleTime {

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
}
