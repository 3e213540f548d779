package io.github.hivemqtdengine.expression;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.jspecify.annotations.Nullable;

/** Two parsers share the texts among themselves; together they must be one. */
class IsoTimeTest {

    private static final DateTimeFormatter STANDARD = DateTimeFormatter.ISO_OFFSET_DATE_TIME
            .withResolverStyle(ResolverStyle.STRICT)
            .withLocale(Locale.ROOT);

    @Provide
    Arbitrary<String> times() {
        var seconds = Arbitraries.longs().between(-9_000_000_000L, 9_000_000_000L);
        var nanos =
                Arbitraries.oneOf(Arbitraries.just(0), Arbitraries.integers().between(0, 999_999_999));
        var offsets = Arbitraries.integers()
                .between(-18 * 60, 18 * 60)
                .map(minutes -> ZoneOffset.ofTotalSeconds(60 * minutes));
        return Combinators.combine(seconds, nanos, offsets)
                .as((second, nano, offset) ->
                        Instant.ofEpochSecond(second, nano).atOffset(offset).toString());
    }

    /** With a character that is another one, or one more, or one less. */
    @Provide
    Arbitrary<String> nearlyTimes() {
        var character = Arbitraries.of(
                "0123456789+-:.,TtZz ".chars().mapToObj(c -> (char) c).toList());
        return Combinators.combine(
                        times(),
                        Arbitraries.integers().between(0, 40),
                        character,
                        Arbitraries.integers().between(0, 2))
                .as((time, at, other, removed) -> {
                    int from = Math.min(at, time.length());
                    return time.substring(0, from)
                            + (removed == 2 ? "" : other)
                            + time.substring(Math.min(time.length(), from + Math.min(removed, 1)));
                });
    }

    @Property
    void shouldReadWhatTheStandardLibraryWrites(@ForAll("times") String text) throws Exception {
        assertThat(IsoTime.parse(text)).isEqualTo(standard(text));
    }

    @Property(tries = 5_000)
    void shouldReadWhatTheStandardLibraryReads(@ForAll("nearlyTimes") String text) throws Exception {
        var expected = standard(text);
        if (expected == null) {
            assertThatThrownBy(() -> IsoTime.parse(text)).isInstanceOf(Refusal.class);
        } else {
            assertThat(IsoTime.parse(text)).isEqualTo(expected);
        }
    }

    private static @Nullable Long standard(String text) {
        try {
            return IsoTime.nanos(OffsetDateTime.parse(text, STANDARD).toInstant());
        } catch (DateTimeException | Refusal e) {
            return null;
        }
    }
}
