// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.suggest;

import io.github.hivemqtdengine.config.xml.XmlText;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.expression.IsoTime;
import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Field of a sample with the time of its rows.
 *
 * @param shared whether the field is outside the rows
 * @param unique whether the sample's rows have different times
 */
record SuggestedTime(String pointer, String unit, boolean shared, boolean unique) {

    /** Returns a time that every record has, otherwise one outside the records; times with a usual name come first. */
    static Optional<SuggestedTime> of(SampleRecords sample) {
        return of(sample.records(), false, sample.first()).or(() -> of(sample.shared(), true, sample.first()));
    }

    /** @param first the number of rows of one message, or of one device in it */
    private static Optional<SuggestedTime> of(List<Map<String, @Nullable Object>> records, boolean shared, int first) {
        return records.stream()
                .limit(1)
                .flatMap(record -> record.keySet().stream())
                .filter(FieldReference::isPossible)
                .filter(pointer -> records.stream().allMatch(record -> record.containsKey(pointer)))
                .sorted(Comparator.comparing(pointer -> !SampleTime.hasUsualName(pointer)))
                .flatMap(pointer -> {
                    var values = SuggestedColumns.values(pointer, records);
                    boolean unique = first == 1
                            || (!shared
                                    && values.stream().limit(first).distinct().count() == first);
                    return unit(pointer, values).map(unit -> new SuggestedTime(pointer, unit, shared, unique)).stream();
                })
                .findFirst();
    }

    /** Returns the unit in which all values are times, as the configuration writes it; empty if they are not. */
    static Optional<String> unit(String pointer, List<? extends @Nullable Object> values) {
        return SampleTime.unit(pointer, values);
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

        private static final int MAX_POINTER = 200;
        private static final Pattern USUAL_NAME = Pattern.compile("t|ts|time|timestamp");
        private static final Pattern NAME =
                Pattern.compile("(.*_)?(t|ts|.*time|.*timestamp|date|at|seen|updated|created)(_?(s|ms|us|ns|utc))?");

        /** September 2001, when epoch seconds reached ten digits, to 2100. */
        private static final BigDecimal EARLIEST = new BigDecimal(1_000_000_000L);

        private static final BigDecimal LATEST = new BigDecimal(4_102_444_800L);
        private static final List<String> UNITS = List.of("s", "ms", "us", "ns");
        private static final int DIGITS_BETWEEN_UNITS = 3;
        private static final int MAX_DECIMALS_OF_SECONDS = 9;

        private SampleTime() {}

        static Optional<String> unit(String pointer, List<? extends @Nullable Object> values) {
            if (pointer.length() > MAX_POINTER || !NAME.matcher(name(pointer)).matches() || values.isEmpty()) {
                return Optional.empty();
            }
            var units = values.stream().map(SampleTime::unitOfValue).distinct().toList();
            return units.size() == 1 ? units.get(0) : Optional.empty();
        }

        static boolean hasUsualName(String pointer) {
            return USUAL_NAME.matcher(name(pointer)).matches();
        }

        private static String name(String pointer) {
            var name = pointer.substring(pointer.lastIndexOf('/') + 1);
            return ColumnNames.word(name.replaceAll("(?<=[a-z])(?=[A-Z])", "_"));
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
                    return seconds.stripTrailingZeros().scale() <= MAX_DECIMALS_OF_SECONDS
                            ? Optional.of(UNITS.get(i))
                            : Optional.empty();
                }
            }
            return Optional.empty();
        }

        private static boolean isIso(String text) {
            try {
                IsoTime.parse(text);
                return true;
            } catch (ConversionException e) {
                return false;
            }
        }
    }
}
