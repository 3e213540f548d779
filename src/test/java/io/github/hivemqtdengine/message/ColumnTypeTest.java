// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.message;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.message.ColumnType.Kind;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class ColumnTypeTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "INT|INT|0|0|INT",
                "bigint unsigned|BIGINT_UNSIGNED|0|0|BIGINT UNSIGNED",
                "  tinyint   unsigned |TINYINT_UNSIGNED|0|0|TINYINT UNSIGNED",
                "VARCHAR(64)|VARCHAR|64|0|VARCHAR(64)",
                "BINARY(8)|VARCHAR|8|0|VARCHAR(8)",
                "NCHAR( 16 )|NCHAR|16|0|NCHAR(16)",
                "NCHAR(16379)|NCHAR|16379|0|NCHAR(16379)",
                "VARCHAR(65517)|VARCHAR|65517|0|VARCHAR(65517)",
                "Decimal(38, 38)|DECIMAL|38|38|DECIMAL(38,38)",
                "DECIMAL(10)|DECIMAL|10|0|DECIMAL(10,0)"
            })
    void shouldReadAType(String text, Kind kind, int length, int scale, String written) {
        var type = ColumnType.parse(text);

        assertThat(type).isEqualTo(new ColumnType(kind, length, scale));
        assertThat(type).hasToString(written);
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void shouldReadWhatItWrites(Kind kind) {
        var type = new ColumnType(kind, kind.hasLength() ? 10 : 0, kind == Kind.DECIMAL ? 2 : 0);

        assertThat(ColumnType.parse(type.toString())).isEqualTo(type);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|is not a type; a type is written like INT, DOUBLE or VARCHAR(64)",
                "VARCHAR(64|is not a type; a type is written like INT, DOUBLE or VARCHAR(64)",
                "VARCHAR(-1)|is not a type; a type is written like INT, DOUBLE or VARCHAR(64)",
                "VARCHAR(99999999999)|is not a type; a type is written like INT, DOUBLE or VARCHAR(64)",
                "TEXT|is not a type of TDengine",
                "BLOB(100)|takes no length",
                "DOUBLE UNSIGNED|is not a type of TDengine",
                "VARCHAR|needs a length, like VARCHAR(64)",
                "DECIMAL|needs a length, like DECIMAL(18)",
                "INT(11)|takes no length",
                "VARCHAR(5,2)|takes no scale",
                "VARCHAR(0)|has a length outside 1 to 65517",
                "VARCHAR(65518)|has a length outside 1 to 65517",
                "NCHAR(16380)|has a length outside 1 to 16379",
                "DECIMAL(39,2)|has a length outside 1 to 38",
                "DECIMAL(5,6)|has a scale above its 5 digits"
            })
    void shouldSayWhatIsWrong(String text, String sentence) {
        assertThatThrownBy(() -> ColumnType.parse(text))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(sentence);
    }

    @Test
    void shouldGiveThePrecisionOfAUnit() {
        assertThat(Precision.ofUnit(" US ")).isEqualTo(Precision.MICROSECONDS);
        assertThat(Precision.MILLISECONDS.ticks(-1)).isEqualTo(-1);
        assertThat(Precision.MILLISECONDS.ticks(1_999_999)).isEqualTo(1);
        assertThatThrownBy(() -> Precision.ofUnit("s")).hasMessageContaining("use ms, us or ns");
    }
}
