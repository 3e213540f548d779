// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.route.conversion.TimestampConversion.TimestampUnit;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TimestampConversionTest {

    @ParameterizedTest
    @CsvSource({
        "SECONDS, 1700000000, 1700000000000000000",
        "SECONDS, 1700000000.123, 1700000000123000000",
        "SECONDS, -0.000000001, -1",
        "SECONDS, 1.7e9, 1700000000000000000",
        "MILLISECONDS, 1700000000123, 1700000000123000000",
        "MILLISECONDS, 1700000000123.000001, 1700000000123000001",
        "MICROSECONDS, 1700000000123456, 1700000000123456000",
        "NANOSECONDS, 9223372036854775807, 9223372036854775807",
        "NANOSECONDS, -9223372036854775808, -9223372036854775808",
        "NANOSECONDS, 5.0, 5",
        "NANOSECONDS, 5.9, 5",
        "NANOSECONDS, 9223372036854775807.9, 9223372036854775807",
        "SECONDS, 1714564800.1234567891, 1714564800123456789",
        "SECONDS, -1.0000000009, -1000000000",
        "SECONDS, 1e-999999999, 0",
        "MILLISECONDS, -0.0000009, 0"
    })
    void shouldReadNumbersInTheirUnit(TimestampUnit unit, String number, long nanos) throws Exception {
        assertThat(nanos(unit, new BigDecimal(number))).isEqualTo(nanos);
        assertThat(nanos(unit, number)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @CsvSource({
        "2024-05-01T12:00:00Z, 2024-05-01T12:00:00Z",
        "2024-05-01T14:00:00.25+02:00, 2024-05-01T12:00:00.25Z",
        "2024-05-01t06:00:00.123456789-06:00, 2024-05-01T12:00:00.123456789Z",
        "2024-02-29T23:59Z, 2024-02-29T23:59:00Z",
        "1677-09-21T00:12:43.145224192Z, 1677-09-21T00:12:43.145224192Z",
        "2262-04-11T23:47:16.854775807Z, 2262-04-11T23:47:16.854775807Z"
    })
    void shouldReadIsoTimes(String text, Instant time) throws Exception {
        long nanos = nanos(TimestampUnit.ISO_8601, text);

        assertThat(Instant.EPOCH.plusNanos(nanos)).isEqualTo(time);
        assertThat(nanos(TimestampUnit.ISO_8601, time)).isEqualTo(nanos);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2024-05-01T12:00:00|has no offset; write Z or an offset like +02:00 after the time",
                "2023-02-29T12:00:00Z|is not an ISO 8601 time",
                "2024-06-31T12:00:00Z|is not an ISO 8601 time",
                "2024-05-01T12:00:60Z|is not an ISO 8601 time",
                "2024-05-01T24:00:00Z|is not an ISO 8601 time",
                "2024-05-01T12:00:00.1234567891|has no offset",
                "2024-05-01|is a date without a time of day; write one like T00:00:00Z after it",
                "2024-05-01T22:55,5Z|has no seconds before the fraction",
                "2024-05-01 22:55.5|has no seconds before the fraction",
                "20240501T2255,5+01|has no seconds before the fraction",
                "1714564800|is not an ISO 8601 time",
                "''|is not an ISO 8601 time",
                "1677-09-21T00:12:43.145224191Z|is outside 1677 to 2262",
                "2262-04-11T23:47:16.854775808Z|is outside 1677 to 2262",
                "+999999999-12-31T23:59:59Z|is outside 1677 to 2262"
            })
    void shouldRejectOtherStrings(String text, String sentence) {
        assertThatThrownBy(() -> nanos(TimestampUnit.ISO_8601, text))
                .isInstanceOf(ConversionException.class)
                .hasMessageContaining(sentence);
    }

    @ParameterizedTest
    @EnumSource(
            value = TimestampUnit.class,
            mode = EnumSource.Mode.EXCLUDE,
            names = {"ISO_8601"})
    void shouldRejectTimesOutsideOfNanoseconds(TimestampUnit unit) {
        refused(unit, new BigDecimal("1e999999999"), "is outside 1677 to 2262");
        refused(unit, BigInteger.TWO.pow(63), "is outside 1677 to 2262");
        refused(unit, true, "is not a number");
        refused(unit, "2024-05-01T12:00:00Z", "is not a number");
    }

    @Test
    void shouldSuspectTheUnit() {
        refused(TimestampUnit.SECONDS, 1_700_000_000_123L, "in seconds is outside 1677 to 2262; is the unit right?");
        refused(
                TimestampUnit.SECONDS,
                1_767_225_600_123L,
                "is the unit right? In ms it would be 2026-01-01T00:00:00.123Z: unit=\"ms\"");
        refused(TimestampUnit.MILLISECONDS, "1767225600123456789", "In ns it would be 2026-01-01T00:00:00.123456789Z");
        refused(TimestampUnit.ISO_8601, 1_700_000_000L, "set the unit to s, ms, us or ns");
    }

    @Test
    void shouldNameTheUnitAndTheWayOut() {
        refused(TimestampUnit.MILLISECONDS, "n/a", "\"n/a\" is not a number of ms since 1970");
        refused(
                TimestampUnit.MILLISECONDS,
                "2026-01-10 22:55:31",
                "is not a number of ms since 1970; for ISO 8601 set unit=\"iso-8601\", for other text use time(...)");
        refused(
                TimestampUnit.ISO_8601,
                "10.01.2026",
                "for another form name its pattern: time(..., 'dd.MM.yyyy HH:mm:ss'");
        assertThatThrownBy(() -> TimestampConversion.forColumns().convert("n/a"))
                .hasMessage("\"n/a\" is not a number of ms since 1970, nor an ISO 8601 time");
        assertThatThrownBy(() -> TimestampConversion.forColumns().convert("2026-01-10"))
                .hasMessageStartingWith("\"2026-01-10\" is a date without a time of day");
        assertThatThrownBy(() -> TimestampConversion.forColumns().convert(1_767_225_600_123_456L))
                .hasMessageContaining("In us it would be 2026-01-01T00:00:00.123456Z: unix-time(..., 'us')");
    }

    @Test
    void shouldReadBothKindsForColumns() throws Exception {
        var conversion = TimestampConversion.forColumns();

        assertThat(conversion.convert("20260110T225531Z")).isEqualTo(1_768_085_731_000_000_000L);

        assertThat(conversion.convert(1L)).isEqualTo(1_000_000);
        assertThat(conversion.convert("1.5")).isEqualTo(1_500_000);
        assertThat(conversion.convert("1970-01-01T00:00:01Z")).isEqualTo(1_000_000_000);
    }

    @SeededTest
    void shouldKeepEveryNanosecond(RandomValues random) throws Exception {
        long nanos = random.anyLong();

        assertThat(nanos(TimestampUnit.SECONDS, BigDecimal.valueOf(nanos, 9))).isEqualTo(nanos);
        assertThat(nanos(TimestampUnit.ISO_8601, Instant.EPOCH.plusNanos(nanos).toString()))
                .isEqualTo(nanos);
    }

    private static long nanos(TimestampUnit unit, Object value) throws ConversionException {
        return TimestampConversion.forKey(unit).convert(value);
    }

    private static void refused(TimestampUnit unit, Object value, String sentence) {
        assertThatThrownBy(() -> nanos(unit, value))
                .isInstanceOf(ConversionException.class)
                .hasMessageContaining(sentence);
    }
}
