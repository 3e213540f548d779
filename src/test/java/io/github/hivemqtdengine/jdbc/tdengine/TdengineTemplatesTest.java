// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TdengineTemplatesTest {

    private static final SqlTemplate JOINED =
            new SqlTemplate("INSERT INTO t VALUES ", List.of("(", ", 7)"), List.of("${payload:/v}"));
    private static final SqlTemplate SINGLE =
            new SqlTemplate("", List.of("INSERT INTO t SELECT ", ""), List.of("${payload:/v}"));

    private static List<String> statements(SqlTemplate template, @Nullable Object... values) {
        return statements(Precision.MICROSECONDS, template, values);
    }

    private static List<String> statements(Precision precision, SqlTemplate template, @Nullable Object... values) {
        var rows = new ArrayList<Row>();
        for (var value : values) {
            rows.add(Row.of(template, new @Nullable Object[] {value}));
        }
        var statements = new ArrayList<String>();
        try {
            new TdengineTemplates("Fab").write(template, rows, precision, statements::add);
        } catch (SQLException e) {
            throw new AssertionError(e);
        }
        return statements;
    }

    @Test
    void shouldWriteEachKindOfValue() {
        assertThat(statements(
                        JOINED,
                        "it's",
                        7L,
                        Long.MIN_VALUE,
                        new BigInteger("18446744073709551616"),
                        new BigDecimal("21.50"),
                        new BigDecimal("1E-7"),
                        true,
                        null,
                        new byte[] {1, (byte) 0xAB}))
                .containsExactly("INSERT INTO t VALUES ('it\\'s', 7),(7, 7),(-9223372036854775808, 7),"
                        + "(18446744073709551616, 7),(21.50, 7),(1E-7, 7),(true, 7),(NULL, 7),('\\x01ab', 7)");
    }

    @Test
    void shouldWriteNumbersThatTheServerDoesNotReadInDecimal() {
        assertThat(statements(
                        JOINED,
                        new BigDecimal("1e-320"),
                        new BigDecimal("-4.9e-324"),
                        new BigDecimal("1e-400"),
                        new BigDecimal("1e-300")))
                .containsExactly("INSERT INTO t VALUES ('0x0.00000000007e8p-1022', 7),('-0x0.0000000000001p-1022', 7),"
                        + "(0.0, 7),(1E-300, 7)");
    }

    @Test
    void shouldWriteTimesInThePrecisionOfTheDatabase() {
        var time = Instant.parse("2025-11-30T12:34:56.789012345Z");

        assertThat(statements(Precision.MILLISECONDS, SINGLE, time))
                .containsExactly("INSERT INTO t SELECT 1764506096789");
        assertThat(statements(Precision.MICROSECONDS, SINGLE, time))
                .containsExactly("INSERT INTO t SELECT 1764506096789012");
        assertThat(statements(Precision.NANOSECONDS, SINGLE, time))
                .containsExactly("INSERT INTO t SELECT 1764506096789012345");
        assertThat(statements(Precision.NANOSECONDS, SINGLE, Instant.EPOCH.plusNanos(Long.MIN_VALUE)))
                .containsExactly("INSERT INTO t SELECT " + Long.MIN_VALUE);
        assertThat(statements(Precision.NANOSECONDS, SINGLE, Instant.EPOCH.plusNanos(Long.MAX_VALUE)))
                .containsExactly("INSERT INTO t SELECT " + Long.MAX_VALUE);
    }

    @Test
    void shouldGiveEachRowAStatementWhereTheyCanShareNone() {
        assertThat(statements(SINGLE, 1L, 2L)).containsExactly("INSERT INTO t SELECT 1", "INSERT INTO t SELECT 2");
    }

    @Test
    void shouldKeepHostileTextInsideOfItsLiteral() {
        assertThat(statements(JOINED, "'); DROP TABLE t; --", "\\', 7),(", "\\", "\n\"`", "😀"))
                .containsExactly("INSERT INTO t VALUES ('\\'); DROP TABLE t; --', 7),('\\\\\\', 7),(', 7),('\\\\', 7),"
                        + "('\n\"`', 7),('😀', 7)");
        assertThatThrownBy(() -> statements(JOINED, "a\0b")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> statements(JOINED, "half \uD83D")).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void shouldKeepStatementsBelowTheServersLimit() {
        var long50k = "x".repeat(50_000);

        var statements = statements(JOINED, Collections.nCopies(40, long50k).toArray());

        assertThat(statements).hasSize(3).allSatisfy(sql -> {
            assertThat(sql).startsWith("INSERT INTO t VALUES ('x").endsWith("x', 7)");
            assertThat(sql.getBytes(StandardCharsets.UTF_8).length).isLessThan(1_024 * 1_024);
        });
    }
}
