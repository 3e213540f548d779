package io.github.hivemqtdengine.route;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.expression.Refusal;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

/** A value is stored as it is, or refused; it never changes. */
class ConversionPropertyTest {

    @Property
    void shouldNeverChangeAnInteger(@ForAll("integers") ColumnType type, @ForAll("numbers") BigDecimal number) {
        var converted = convert(type, number);

        converted.ifPresent(
                value -> assertThat(new BigDecimal(value.toString())).isEqualByComparingTo(number));
        assertThat(converted.isPresent()).isEqualTo(fits(type.kind(), number));
        assertThat(convert(type, number.toString())).isEqualTo(converted);
    }

    private static boolean fits(Kind kind, BigDecimal number) {
        boolean unsigned = kind.name().endsWith("UNSIGNED");
        int bits = switch (kind) {
            case TINYINT, TINYINT_UNSIGNED -> 8;
            case SMALLINT, SMALLINT_UNSIGNED -> 16;
            case INT, INT_UNSIGNED -> 32;
            default -> 64;
        };
        var end = BigInteger.ONE.shiftLeft(unsigned ? bits : bits - 1);
        var start = unsigned ? BigInteger.ZERO : end.negate();
        return number.remainder(BigDecimal.ONE).signum() == 0
                && number.compareTo(new BigDecimal(start)) >= 0
                && number.compareTo(new BigDecimal(end)) < 0;
    }

    @Property
    void shouldNeverChangeADecimal(@ForAll("decimals") ColumnType type, @ForAll("numbers") BigDecimal number) {
        var converted = convert(type, number);

        converted.map(BigDecimal.class::cast).ifPresent(value -> {
            assertThat(value).isEqualByComparingTo(number);
            assertThat(value.scale()).isEqualTo(type.scale());
            assertThat(value.precision() - value.scale()).isLessThanOrEqualTo(type.length() - type.scale());
        });
        assertThat(convert(type, number.toString())).isEqualTo(converted);
    }

    @Property
    void shouldReadDoublesThatWereWrittenAsText(@ForAll double number) {
        Assume.that(Double.isFinite(number));

        assertThat(convert(ColumnType.parse("DOUBLE"), new BigDecimal(Double.toString(number))))
                .contains(number + 0.0);
    }

    @Property
    void shouldNeverChangeAWholeNumberInADouble(@ForAll long number) {
        var converted = convert(ColumnType.parse("DOUBLE"), number);

        boolean exact = new BigDecimal((double) number).compareTo(new BigDecimal(number)) == 0;
        assertThat(converted.isPresent()).isEqualTo(exact);
        converted.ifPresent(value -> assertThat(value).isEqualTo((double) number));
    }

    @Property
    void shouldNeverChangeText(@ForAll("texts") String text) {
        int bytes = text.getBytes(StandardCharsets.UTF_8).length;
        int characters = text.codePointCount(0, text.length());
        boolean storable = StandardCharsets.UTF_8.newEncoder().canEncode(text) && text.indexOf('\0') < 0;

        assertThat(convert(ColumnType.parse("VARCHAR(12)"), text))
                .isEqualTo(storable && bytes <= 12 ? Optional.of(text) : Optional.empty());
        assertThat(convert(ColumnType.parse("NCHAR(6)"), text))
                .isEqualTo(storable && characters <= 6 ? Optional.of(text) : Optional.empty());
    }

    private static Optional<Object> convert(ColumnType type, Object value) {
        try {
            return Optional.of(Conversion.to(type).convert(value));
        } catch (Refusal e) {
            return Optional.empty();
        }
    }

    @Provide
    Arbitrary<ColumnType> integers() {
        return Arbitraries.of(Arrays.stream(Kind.values())
                .filter(kind -> kind.name().contains("INT"))
                .map(kind -> new ColumnType(kind, 0, 0))
                .toList());
    }

    @Provide
    Arbitrary<ColumnType> decimals() {
        return Arbitraries.integers()
                .between(1, 38)
                .flatMap(length -> Arbitraries.integers()
                        .between(0, length)
                        .map(scale -> new ColumnType(Kind.DECIMAL, length, scale)));
    }

    @Provide
    Arbitrary<BigDecimal> numbers() {
        var powers = Arbitraries.integers().between(0, 65).map(BigInteger.ONE::shiftLeft);
        var near = powers.flatMap(power ->
                Arbitraries.integers().between(-1, 1).map(BigInteger::valueOf).map(power::add));
        var whole = Arbitraries.oneOf(near, near.map(BigInteger::negate)).map(BigDecimal::new);
        var fraction = Arbitraries.bigDecimals().ofScale(3);
        var exponent = Arbitraries.longs()
                .flatMap(unscaled ->
                        Arbitraries.integers().between(-20, 20).map(scale -> BigDecimal.valueOf(unscaled, scale)));
        return Arbitraries.oneOf(whole, fraction, exponent);
    }

    @Provide
    Arbitrary<String> texts() {
        return Arbitraries.oneOf(
                        Arbitraries.chars().ascii(),
                        Arbitraries.of('ü', '汉', '\uD83D', '\uDE00', '\0', '\''),
                        Arbitraries.chars().all())
                .list()
                .ofMaxSize(14)
                .map(list -> {
                    var text = new StringBuilder();
                    list.forEach(text::append);
                    return text.toString();
                });
    }
}
