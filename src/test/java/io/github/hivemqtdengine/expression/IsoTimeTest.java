// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Several parsers share the accepted strings; together they must act as one. */
class IsoTimeTest {

    private static final DateTimeFormatter STANDARD = DateTimeFormatter.ISO_OFFSET_DATE_TIME
            .withResolverStyle(ResolverStyle.STRICT)
            .withLocale(Locale.ROOT);
    private static final List<String> CHARACTERS = List.of("0123456789+-:.,TtZz ".split(""));

    /** Forms that the standard library does not read, in an implementation of its own. */
    private static final Pattern FORM = Pattern.compile("(?<y>\\d{4})(?<s>-?)(?<m>\\d{2})\\k<s>(?<d>\\d{2})(?<t>[Tt ])"
            + "(?<h>\\d{2})(?<c>:?)(?<min>\\d{2})(?:\\k<c>(?<sec>\\d{2})(?:[.,](?<f>\\d*))?)?"
            + "(?<o>[Zz]|(?<oh>[+-]\\d{2})(?:(?<oc>:?)(?<om>\\d{2})(?:\\k<oc>(?<os>\\d{2}))?)?)");

    private static String time(RandomValues random) {
        var time = Instant.ofEpochSecond(
                random.between(-9_000_000_000L, 9_000_000_000L),
                random.chance(50) ? 0 : random.between(0, 999_999_999));
        var offset = ZoneOffset.ofTotalSeconds(60 * random.between(-18 * 60, 18 * 60));
        return time.atOffset(offset).toString();
    }

    /** A time with a character that is another one, or one more, or one less. */
    private static String nearlyTime(RandomValues random) {
        var time = time(random);
        int from = Math.min(random.between(0, 40), time.length());
        var other = random.oneOf(CHARACTERS);
        int removed = random.between(0, 2);
        return time.substring(0, from)
                + (removed == 2 ? "" : other)
                + time.substring(Math.min(time.length(), from + Math.min(removed, 1)));
    }

    @SeededTest
    void shouldReadWhatTheStandardLibraryWrites(RandomValues random) throws Exception {
        var text = time(random);

        assertThat(IsoTime.parse(text)).isEqualTo(standard(text));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "2026-01-10T22:55:31+0100|2026-01-10T21:55:31Z",
                "2026-01-10T22:55:31+01|2026-01-10T21:55:31Z",
                "2026-01-10 22:55:31+01:00|2026-01-10T21:55:31Z",
                "2026-01-10 22:55:31Z|2026-01-10T22:55:31Z",
                "2026-01-10t22:55:31z|2026-01-10T22:55:31Z",
                "2026-01-10T22:55:31,25Z|2026-01-10T22:55:31.25Z",
                "2026-01-10T22:55:31.Z|2026-01-10T22:55:31Z",
                "2026-01-10T22:55:31,Z|2026-01-10T22:55:31Z",
                "2026-01-10T22:55:31.1234567899-0330|2026-01-11T02:25:31.123456789Z",
                "2026-01-10T22:55Z|2026-01-10T22:55:00Z",
                "2026-01-10 22:55+05:30|2026-01-10T17:25:00Z",
                "20260110T225531Z|2026-01-10T22:55:31Z",
                "20260110T225531.5+0100|2026-01-10T21:55:31.5Z",
                "20260110t2255z|2026-01-10T22:55:00Z"
            })
    void shouldReadWhatDevicesWrite(String text, Instant time) throws Exception {
        assertThat(Instant.EPOCH.plusNanos(IsoTime.parse(text))).isEqualTo(time);
        assertThat(IsoTime.looksLike(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "2026-01-10T22:55:31",
                "2026-01-10T24:00:00Z",
                "2026-02-30T12:00:00Z",
                "2026-01-10T22:55:60Z",
                "2026-01-10T22:55:31+1",
                "2026-01-10T22:55:31+19:00",
                "2026-01-10T22:55:31+01:00+0100",
                "2026-01-10T22:55:31 +01:00",
                "2026-01-10  22:55:31Z",
                "2026-01-10T22:55.5Z",
                "2026-01-10T2255Z",
                "20260110 225531Z",
                "20260110T22:55:31Z",
                "2026-1-10T22:55:31Z",
                "20260110225531",
                "2026-01-10",
                "T",
                ""
            })
    void shouldRefuseOtherForms(String text) {
        assertThatThrownBy(() -> IsoTime.parse(text)).isInstanceOf(ConversionException.class);
    }

    @SeededTest
    void shouldReadWhatTheStandardLibraryReads(RandomValues random) throws Exception {
        var text = nearlyTime(random);
        var expected = standard(standardForm(text));
        if (expected == null) {
            assertThatThrownBy(() -> IsoTime.parse(text)).isInstanceOf(ConversionException.class);
        } else {
            assertThat(IsoTime.parse(text)).isEqualTo(expected);
        }
    }

    private static String standardForm(String text) {
        var form = FORM.matcher(text);
        boolean isForm = form.matches()
                && form.group("s").isEmpty() == form.group("c").isEmpty()
                && !(form.group("s").isEmpty() && form.group("t").equals(" "));
        if (!isForm) {
            return text;
        }
        var fraction = form.group("f") == null ? "" : form.group("f");
        var offset = form.group("oh") == null
                ? "Z"
                : form.group("oh") + ":" + (form.group("om") == null ? "00" : form.group("om"))
                        + (form.group("os") == null ? "" : ":" + form.group("os"));
        return form.group("y") + "-" + form.group("m") + "-" + form.group("d") + "T" + form.group("h") + ":"
                + form.group("min") + ":" + (form.group("sec") == null ? "00" : form.group("sec"))
                + (fraction.isEmpty() ? "" : "." + fraction.substring(0, Math.min(9, fraction.length()))) + offset;
    }

    private static @Nullable Long standard(String text) {
        try {
            return IsoTime.nanos(OffsetDateTime.parse(text, STANDARD).toInstant());
        } catch (DateTimeException | ConversionException e) {
            return null;
        }
    }
}
