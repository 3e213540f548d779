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
import org.jspecify.annotations.Nullable;

/** Two parsers share the accepted strings; together they must act as one. */
class IsoTimeTest {

    private static final DateTimeFormatter STANDARD = DateTimeFormatter.ISO_OFFSET_DATE_TIME
            .withResolverStyle(ResolverStyle.STRICT)
            .withLocale(Locale.ROOT);
    private static final List<String> CHARACTERS = List.of("0123456789+-:.,TtZz ".split(""));

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

    @SeededTest
    void shouldReadWhatTheStandardLibraryReads(RandomValues random) throws Exception {
        var text = nearlyTime(random);
        var expected = standard(text);
        if (expected == null) {
            assertThatThrownBy(() -> IsoTime.parse(text)).isInstanceOf(ConversionException.class);
        } else {
            assertThat(IsoTime.parse(text)).isEqualTo(expected);
        }
    }

    private static @Nullable Long standard(String text) {
        try {
            return IsoTime.nanos(OffsetDateTime.parse(text, STANDARD).toInstant());
        } catch (DateTimeException | ConversionException e) {
            return null;
        }
    }
}
