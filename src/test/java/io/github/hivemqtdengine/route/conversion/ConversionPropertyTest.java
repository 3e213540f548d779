// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** A value is stored as it is, or refused; it never changes. */
class ConversionPropertyTest {

    @SeededTest
    void shouldNeverChangeAnInteger(RandomValues random) {
        var type = integerType(random);
        var number = number(random);

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

    @SeededTest
    void shouldNeverChangeADecimal(RandomValues random) {
        var type = decimalType(random);
        var number = number(random);

        var converted = convert(type, number);

        converted.map(BigDecimal.class::cast).ifPresent(value -> {
            assertThat(value).isEqualByComparingTo(number);
            assertThat(value.scale()).isEqualTo(type.scale());
            assertThat(value.precision() - value.scale()).isLessThanOrEqualTo(type.length() - type.scale());
        });
        assertThat(convert(type, number.toString())).isEqualTo(converted);
    }

    @SeededTest
    void shouldReadDoublesThatWereWrittenAsText(RandomValues random) {
        double number = random.anyDouble();

        assertThat(convert(ColumnType.parse("DOUBLE"), new BigDecimal(Double.toString(number))))
                .contains(number + 0.0);
    }

    @SeededTest
    void shouldNeverChangeAWholeNumberInADoubleThatNobodyChose(RandomValues random) throws ConversionException {
        long number = random.anyLong();

        var type = ColumnType.parse("DOUBLE");
        assertThat(Conversion.to(type).convert(number)).isEqualTo((double) number);

        boolean exact = new BigDecimal((double) number).compareTo(new BigDecimal(number)) == 0;
        if (exact) {
            assertThat(Conversion.to(type, false).convert(number)).isEqualTo((double) number);
        } else {
            assertThatThrownBy(() -> Conversion.to(type, false).convert(number))
                    .isInstanceOf(ConversionException.class);
        }
    }

    @SeededTest
    void shouldConvertDigitsAsTheirDecimal(RandomValues random) {
        var digits = Long.toString(random.anyLong() >> random.below(64));
        var text = random.oneOf("", " ") + digits + random.oneOf("", "\n");

        for (var type : List.of("TINYINT", "INT", "INT UNSIGNED", "BIGINT", "FLOAT", "DOUBLE")) {
            assertThat(convert(ColumnType.parse(type), text))
                    .as(type)
                    .isEqualTo(convert(ColumnType.parse(type), new BigDecimal(digits)));
        }
        assertThat(convert(ColumnType.parse("FLOAT"), Long.valueOf(digits)))
                .isEqualTo(convert(ColumnType.parse("FLOAT"), new BigDecimal(digits)));
    }

    @SeededTest
    void shouldNeverChangeText(RandomValues random) {
        var text = random.text(14);
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
        } catch (ConversionException e) {
            return Optional.empty();
        }
    }

    private static ColumnType integerType(RandomValues random) {
        var kinds = Arrays.stream(Kind.values())
                .filter(kind -> kind.name().contains("INT"))
                .toList();
        return new ColumnType(random.oneOf(kinds), 0, 0);
    }

    private static ColumnType decimalType(RandomValues random) {
        int length = random.between(1, 38);
        return new ColumnType(Kind.DECIMAL, length, random.between(0, length));
    }

    private static BigDecimal number(RandomValues random) {
        return switch (random.below(4)) {
            case 0 -> new BigDecimal(random.anyBigInteger(66));
            case 1 -> random.anyBigDecimal(random.oneOf(20, 140, 1_030), 3, 3);
            default -> BigDecimal.valueOf(random.anyLong(), random.between(-20, 20));
        };
    }
}
