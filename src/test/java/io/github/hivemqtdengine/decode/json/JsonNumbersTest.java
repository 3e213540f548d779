// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.decode.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.ValueTrees;
import io.github.hivemqtdengine.testkit.RandomValues;
import io.github.hivemqtdengine.testkit.SeededTest;
import java.math.BigDecimal;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JsonNumbersTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0",
                "-0",
                "-1",
                "123456789012345678",
                "-1234567890123456789",
                "9223372036854775807",
                "-9223372036854775808",
                "9223372036854775808",
                "-9223372036854775809",
                "18446744073709551616"
            })
    void shouldReadWholeNumbers(String number) throws DecodeException {
        assertThat(read(number)).isEqualTo(ValueTrees.narrowed(new BigInteger(number)));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "0.0",
                "-0.10",
                "10.01",
                "0.12345678901234567",
                "-12345678901234567.8",
                "99999999999999999.9",
                "-999999999999999999.9",
                "9223372036854775807.9",
                "1e3",
                "1E+3",
                "-1.5E-7",
                "0e+1",
                "1e999999999",
                "1.25e-999999999"
            })
    void shouldKeepEveryDigit(String number) throws DecodeException {
        assertThat(read(number)).isEqualTo(new BigDecimal(number));
    }

    @SeededTest
    void shouldReadEveryNumber(RandomValues random) throws DecodeException {
        var number = random.anyBigDecimal(random.oneOf(4, 64, 300), -40, 40);
        var whole = random.anyBigInteger(random.oneOf(4, 64, 300));

        assertThat((BigDecimal) read(number.toString() + (number.scale() == 0 ? ".0" : "")))
                .isEqualByComparingTo(number);
        assertThat(read(whole.toString())).isEqualTo(ValueTrees.narrowed(whole));
    }

    @Test
    void shouldLimitDigitsAlsoOfWhatIsSkipped() {
        for (var number : new String[] {"1".repeat(1_001), "0." + "1".repeat(1_001)}) {
            assertThatThrownBy(() -> read(number))
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("The payload has a number of more than 1000 digits at byte");
            assertThatThrownBy(() -> new JsonFormat()
                            .open(Payload.of(("[" + number + "]").getBytes(UTF_8)))
                            .skip())
                    .isInstanceOf(DecodeException.class)
                    .hasMessageContaining("more than 1000 digits");
        }
    }

    private static @Nullable Object read(String number) throws DecodeException {
        var document = new JsonFormat().open(Payload.of(number.getBytes(UTF_8)));
        var value = document.scalar();
        document.end();
        return value;
    }
}
