// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.dialect;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.questdb.QuestDbType;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.Precision;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class TypeFitTest {

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "DECIMAL")
    void shouldTakeEveryTypeForItself(ColumnType.Kind kind) {
        assertThat(TypeFit.holds(kind.sql(), new ColumnType(kind, 10, 0))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "TINYINT, INT",
        "INT, BIGINT",
        "INT, DOUBLE",
        "SMALLINT, FLOAT",
        "INT UNSIGNED, BIGINT UNSIGNED",
        "INT UNSIGNED, BIGINT",
        "FLOAT, DOUBLE",
        "'DECIMAL(10,2)', 'DECIMAL(10, 2)'",
        "'DECIMAL(10,2)', 'DECIMAL(20, 4)'",
        "INT, 'DECIMAL(12, 2)'",
        "VARCHAR(64), VARCHAR",
        "VARCHAR(64), BINARY",
        "VARCHAR(64), NCHAR",
        "NCHAR(64), VARCHAR",
        "JSON, VARCHAR"
    })
    void shouldTakeWhatHoldsEveryValue(String wanted, String there) {
        assertThat(TypeFit.holds(there, ColumnType.parse(wanted))).isTrue();
    }

    @ParameterizedTest
    @CsvSource({
        "DOUBLE, INT",
        "DOUBLE, FLOAT",
        "DOUBLE, 'DECIMAL(38, 10)'",
        "INT, SMALLINT",
        "INT, INT UNSIGNED",
        "INT UNSIGNED, INT",
        "INT, FLOAT",
        "BIGINT, DOUBLE",
        "BIGINT, TIMESTAMP",
        "TIMESTAMP, BIGINT",
        "BOOL, TINYINT",
        "INT, 'DECIMAL(10, 2)'",
        "'DECIMAL(10,2)', 'DECIMAL(10, 1)'",
        "'DECIMAL(10,2)', 'DECIMAL(11, 4)'",
        "'DECIMAL(10,2)', DOUBLE",
        "DOUBLE, VARCHAR",
        "VARCHAR(64), VARBINARY",
        "VARBINARY(64), BLOB"
    })
    void shouldRefuseWhatWouldChangeAValue(String wanted, String there) {
        assertThat(TypeFit.holds(there, ColumnType.parse(wanted))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({
        "SMALLINT, INT, true",
        "SMALLINT, DOUBLE, true",
        "SMALLINT, SHORT, false",
        "BOOL, BOOLEAN, false",
        "INT, LONG, true",
        "INT, INT, true",
        "INT UNSIGNED, INT, false",
        "INT UNSIGNED, DOUBLE, true",
        "BIGINT, LONG, true",
        "BIGINT, DOUBLE, false",
        "BIGINT, INT, false",
        "BIGINT, TIMESTAMP, false",
        "BIGINT UNSIGNED, 'DECIMAL(20,0)', true",
        "BIGINT UNSIGNED, LONG, false",
        "'DECIMAL(10,2)', 'DECIMAL(50,4)', true",
        "'DECIMAL(10,2)', 'DECIMAL(10,1)', false",
        "'DECIMAL(10,2)', DOUBLE, false",
        "FLOAT, DOUBLE, true",
        "DOUBLE, FLOAT, false",
        "DOUBLE, LONG, false",
        "VARCHAR(8), SYMBOL, true",
        "VARCHAR(8), STRING, true",
        "VARCHAR(8), UUID, false",
        "VARBINARY(8), BINARY, true",
        "TIMESTAMP, TIMESTAMP, true",
        "TIMESTAMP, TIMESTAMP_NS, false",
        "TIMESTAMP, DATE, false"
    })
    void shouldKnowQuestDbsTypes(String wanted, String there, boolean holds) {
        var type = ColumnType.parse(wanted);
        assertThat(QuestDbType.ofColumn(type).isHeldBy(there, type, Precision.MICROSECONDS))
                .isEqualTo(holds);
        assertThat(QuestDbType.ofTag(type).isHeldBy(there, type, Precision.MICROSECONDS))
                .isEqualTo(holds);
    }
}
