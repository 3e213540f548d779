// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.Driver;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayDeque;
import java.util.Deque;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Disk of a TDengine that needs many flushes, played by a driver. */
@Timeout(60)
class DatabaseTest {

    /** In lower case, which TDengine's driver does not accept. */
    private static final String URL = "jdbc:taos-ws://played:6041/plant";

    private final Driver driver = played(Driver.class);
    private final Deque<String> rows = new ArrayDeque<>();
    private int flushes;
    private int needed;

    @BeforeEach
    void register() throws SQLException {
        DriverManager.registerDriver(driver);
    }

    @AfterEach
    void deregister() throws SQLException {
        DriverManager.deregisterDriver(driver);
    }

    private <T> T played(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(
                DatabaseTest.class.getClassLoader(),
                new Class<?>[] {type},
                (proxy, method, arguments) -> switch (method.getName()) {
                    case "acceptsURL" -> URL.equals(arguments[0]);
                    case "connect" -> played(Connection.class);
                    case "createStatement" -> played(Statement.class);
                    case "execute" -> ++flushes < 0;
                    case "executeQuery" -> {
                        rows.add(answer((String) arguments[0]));
                        yield played(ResultSet.class);
                    }
                    case "next" -> !rows.isEmpty();
                    case "getString" -> rows.remove();
                    default -> null;
                }));
    }

    private String answer(String sql) {
        if (sql.startsWith("SHOW TABLE DISTRIBUTED")) {
            return "Inmem_Rows=[" + Math.max(0, needed - flushes) + "]";
        }
        return sql.endsWith("STABLES") ? "meters" : "12";
    }

    @Test
    void shouldMeasureTheDiskWhenNoRowIsInMemory() throws Exception {
        needed = 240;
        try (var database = Database.of(URL, "root", "")) {
            assertThat(database.bytesOnDisk(0)).hasValue(12 * 1_024);
        }
        assertThat(flushes).isEqualTo(240);
    }

    @Test
    void shouldGiveUpWhenRowsStayInMemory() throws Exception {
        needed = Integer.MAX_VALUE;
        try (var database = Database.of(URL, "root", "")) {
            assertThatThrownBy(() -> database.bytesOnDisk(0))
                    .isInstanceOf(SQLException.class)
                    .hasMessageContaining("x.disk: rows of meters are still in TDengine's memory after two minutes");
        }
        assertThat(flushes).isEqualTo(240);
    }
}
