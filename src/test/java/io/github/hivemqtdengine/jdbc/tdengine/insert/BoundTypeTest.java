// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.message.Precision;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class BoundTypeTest {

    /** The types that the driver casts to; see its SerializeBlock. */
    static Stream<Arguments> integers() {
        return Stream.of(
                Arguments.of(Kind.TINYINT, -128L, 127L, (byte) -128, (byte) 127),
                Arguments.of(Kind.SMALLINT, -32_768L, 32_767L, (short) -32_768, (short) 32_767),
                Arguments.of(Kind.INT, -2_147_483_648L, 2_147_483_647L, Integer.MIN_VALUE, Integer.MAX_VALUE),
                Arguments.of(Kind.TINYINT_UNSIGNED, 0L, 255L, (short) 0, (short) 255),
                Arguments.of(Kind.SMALLINT_UNSIGNED, 0L, 65_535L, 0, 65_535),
                Arguments.of(Kind.INT_UNSIGNED, 0L, 4_294_967_295L, 0L, 4_294_967_295L));
    }

    @ParameterizedTest
    @MethodSource("integers")
    void shouldHandOverTheTypeThatTheDriverCastsTo(
            Kind kind, long least, long most, Object boundLeast, Object boundMost) {
        var type = BoundType.of(kind, Precision.MICROSECONDS);
        assertThat((Object) type.value(least)).isEqualTo(boundLeast);
        assertThat((Object) type.value(most)).isEqualTo(boundMost);
        assertThatIllegalArgumentException().isThrownBy(() -> type.value(least - 1));
        assertThatIllegalArgumentException().isThrownBy(() -> type.value(most + 1));
    }

    @Test
    void shouldHaveNoTypeForWhatTheDriverCanNotBind() {
        assertThat(Arrays.stream(Kind.values()).filter(kind -> !BoundType.exists(kind)))
                .containsExactly(Kind.DECIMAL, Kind.GEOMETRY, Kind.JSON);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldHaveATypeForEverythingElse(Kind kind) {
        if (BoundType.exists(kind)) {
            assertThat(BoundType.of(kind, Precision.NANOSECONDS).kind()).isEqualTo(kind);
        } else {
            assertThatIllegalArgumentException().isThrownBy(() -> BoundType.of(kind, Precision.NANOSECONDS));
        }
    }
}
