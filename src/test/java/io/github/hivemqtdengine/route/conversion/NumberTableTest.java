// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.conversion;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.Decoder.BrokenRecords;
import io.github.hivemqtdengine.decode.Decoder.Payload;
import io.github.hivemqtdengine.decode.FieldPath;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.expression.ConversionException;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.testkit.NumberTable;
import io.github.hivemqtdengine.testkit.NumberTable.Cell;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The documents' table of numbers; {@code NumberTableIT} asks the databases. */
class NumberTableTest {

    static Stream<Cell> cells() {
        return NumberTable.cells();
    }

    @ParameterizedTest
    @MethodSource("cells")
    void shouldConvertAsTheDocumentsSay(Cell cell) throws Exception {
        var conversion = Conversion.to(ColumnType.parse(cell.type()));
        var value = decoded(cell.json());
        if (cell.stored().isEmpty()) {
            assertThatThrownBy(() -> conversion.convert(value)).isInstanceOf(ConversionException.class);
        } else {
            assertThat(comparable(conversion.convert(value)))
                    .isEqualTo(
                            NumberTable.reader(cell.type()).apply(cell.stored().get()));
        }
    }

    private static Object decoded(String json) throws Exception {
        var field = new FieldPath(FieldPath.Scope.RECORD, "");
        var records = new JsonFormat()
                .decoder(List.of(field), RecordShape.ONE_RECORD)
                .decode(Payload.of(json.getBytes(StandardCharsets.UTF_8)), BrokenRecords.REFUSED);
        return Objects.requireNonNull(records.get(0)[0]);
    }

    private static Object comparable(Object converted) {
        return converted instanceof Boolean || converted instanceof Float || converted instanceof Double
                ? converted
                : new BigDecimal(converted.toString());
    }
}
