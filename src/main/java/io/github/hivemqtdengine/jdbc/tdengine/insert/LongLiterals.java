// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import io.github.hivemqtdengine.jdbc.tdengine.sql.SqlLiteral;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.ColumnType.Kind;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableShape;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;

/** Finder of values whose SQL literal is longer than the server accepts, for one table. Immutable. */
public final class LongLiterals {

    /** An escaped quote or backslash takes two bytes in SQL. */
    private static final int MAX_BYTES_OF_A_BYTE = 2;

    private static final Set<Kind> BINARY = EnumSet.of(Kind.VARBINARY, Kind.BLOB);

    private final int[] columns;

    LongLiterals(TableShape table) {
        var all = table.columns();
        this.columns = IntStream.range(0, all.size())
                .filter(i -> isPossible(all.get(i).type()))
                .toArray();
    }

    /** Returns whether a value of a column can have such a literal; tags are too short for that. */
    private static boolean isPossible(ColumnType type) {
        return switch (type.kind()) {
            case VARBINARY -> type.length() > SqlLiteral.MAX_BINARY_BYTES;
            case BLOB -> true;
            case VARCHAR, NCHAR -> MAX_BYTES_OF_A_BYTE * type.bytes() > SqlLiteral.MAX_TEXT_BYTES;
            default -> false;
        };
    }

    boolean has(Row row) {
        for (int column : columns) {
            if (SqlLiteral.isTooLong(row.column(column))) {
                return true;
            }
        }
        return false;
    }

    boolean has(List<Row> rows) {
        return columns.length > 0 && rows.stream().anyMatch(this::has);
    }

    /** Returns the columns whose type allows values that fit no literal, even without escapes. */
    public static List<Column> certainOf(TableShape table) {
        return table.columns().stream()
                .filter(column -> BINARY.contains(column.type().kind()) && isPossible(column.type()))
                .toList();
    }
}
