// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.testkit.DatabaseKind;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.sql.SQLException;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The configuration takes exactly the types that a real TDengine takes. */
@Tag("full")
class TypesIT {

    private static TimeSeriesDatabase server;
    private static int tables;

    @BeforeAll
    static void createDatabase() throws Exception {
        server = DatabaseKind.TDENGINE.fresh();
        TDengineServer.shared().execute("CREATE DATABASE " + server.name() + " VGROUPS 1 BUFFER 16");
    }

    @AfterAll
    static void dropDatabase() {
        if (server != null) {
            server.close();
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "BOOL",
                "TINYINT",
                "SMALLINT UNSIGNED",
                "BIGINT UNSIGNED",
                "FLOAT",
                "DOUBLE",
                "DECIMAL(38,10)",
                "DECIMAL(38,38)",
                "DECIMAL(5)",
                "DECIMAL(39,2)",
                "DECIMAL(10,11)",
                "VARCHAR(65517)",
                "VARCHAR(65518)",
                "VARCHAR(16382)",
                "VARCHAR(16383)",
                "VARCHAR",
                "NCHAR(16379)",
                "NCHAR(16380)",
                "NCHAR(4095)",
                "NCHAR(4096)",
                "VARBINARY(65517)",
                "VARBINARY(65518)",
                "VARBINARY(16383)",
                "TIMESTAMP",
                "GEOMETRY(65517)",
                "GEOMETRY(65518)",
                "GEOMETRY(16382)",
                "GEOMETRY(16383)",
                "JSON",
                "TEXT(10)",
                "INT(4)",
            })
    void shouldTakeTheTypesOfTheServer(String type) {
        assertThat(isTaken(ValueReader::columnType, type)).as("as a column").isEqualTo(isCreated("v " + type, "t INT"));
        assertThat(isTaken(ValueReader::tagType, type)).as("as a tag").isEqualTo(isCreated("v INT", "t " + type));
    }

    private static boolean isTaken(Function<String, ?> reader, String type) {
        try {
            return reader.apply(type) != null;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    private static boolean isCreated(String column, String tag) {
        try {
            server.execute("CREATE STABLE s" + tables++ + " (ts TIMESTAMP, " + column + ") TAGS (" + tag + ")");
            return true;
        } catch (SQLException e) {
            return false;
        }
    }
}
