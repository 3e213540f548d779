// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.questdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.jdbc.TestTables;
import io.github.hivemqtdengine.jdbc.dialect.RefusedRows;
import io.github.hivemqtdengine.message.Row;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class BoundRowsTest {

    private static final Row SMALL = TestTables.meter("m", 0, 1.5, "note");
    private static final Row LARGE = TestTables.meter("m", 0, 1.5, "x".repeat(4_000));

    /** Rows of each execution. */
    private final List<Integer> executions = new ArrayList<>();

    private int added;

    private Connection connection() {
        var statement = proxy(PreparedStatement.class, (proxy, method, arguments) -> switch (method.getName()) {
            case "addBatch" -> {
                added++;
                yield null;
            }
            case "executeBatch" -> {
                executions.add(added);
                added = 0;
                yield new int[0];
            }
            default -> null;
        });
        return proxy(
                Connection.class,
                (proxy, method, arguments) -> method.getName().equals("prepareStatement") ? statement : null);
    }

    private static <T> T proxy(Class<T> type, InvocationHandler handler) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, handler));
    }

    private void write(int width, List<Row> rows) throws SQLException {
        BoundRows.write(connection(), "INSERT", width, rows, (statement, row) -> {});
    }

    @Test
    void shouldExecuteUsualRowsAtOnce() throws Exception {
        write(5, Collections.nCopies(10_000, SMALL));

        assertThat(executions).containsExactly(10_000);
    }

    @Test
    void shouldExecuteRowsThatShareALongValueAFewAtATime() throws Exception {
        write(5, Collections.nCopies(100_000, LARGE));

        assertThat(executions).allSatisfy(rows -> assertThat(rows * 4_000).isLessThan(BoundRows.FULL_BYTES + 4_000));
        assertThat(executions.stream().mapToInt(rows -> rows).sum()).isEqualTo(100_000);
    }

    @Test
    void shouldExecuteRowsOfManyNullsAFewAtATime() throws Exception {
        write(1_000, Collections.nCopies(10_000, SMALL));

        assertThat(executions).allSatisfy(rows -> assertThat(rows).isLessThan(300));
        assertThat(executions.stream().mapToInt(rows -> rows).sum()).isEqualTo(10_000);
    }

    @Test
    void shouldNameTheRowsThatCannotBeBound() {
        assertThatThrownBy(() -> BoundRows.write(connection(), "INSERT", 5, List.of(SMALL, LARGE), (statement, row) -> {
                    if (row.equals(LARGE)) {
                        throw new IllegalArgumentException("too long");
                    }
                }))
                .isInstanceOfSatisfying(
                        RefusedRows.class,
                        refused -> assertThat(refused.objections()).containsOnlyKeys(LARGE));
    }

    @Test
    void shouldNameALimitedNumberOfRows() {
        var rows = new ArrayList<Row>();
        for (int i = 0; i < 20_000; i++) {
            rows.add(TestTables.meter("m", i, 1.5, "note"));
        }

        assertThatThrownBy(() -> BoundRows.write(connection(), "INSERT", 5, rows, (statement, row) -> {
                    throw new IllegalArgumentException("none fits");
                }))
                .isInstanceOfSatisfying(
                        RefusedRows.class,
                        refused -> assertThat(refused.objections()).hasSize(RefusedRows.MAX_NAMED));
        assertThat(new RefusedRows(rows, row -> "none fits").objections()).hasSize(RefusedRows.MAX_NAMED);
    }
}
