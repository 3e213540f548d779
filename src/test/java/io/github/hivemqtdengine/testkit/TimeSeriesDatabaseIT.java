// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;

@EachDatabase
class TimeSeriesDatabaseIT {

    @Parameter
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    DatabaseKind kind;

    @AutoClose
    TimeSeriesDatabase database;

    @BeforeEach
    void open() {
        database = kind.fresh();
    }

    @Test
    void shouldCountNothingWhereNoTableIs() throws SQLException {
        assertThat(database.count("readings")).isZero();
    }

    @Test
    void shouldGiveValuesOfTheSameJavaTypesFromBothDatabases() throws SQLException {
        createReadings();
        database.execute("INSERT INTO readings VALUES ('2026-01-02T03:04:05.678900Z', 7, 1.5, 'größe', NULL)");
        database.awaitCount("readings", 1);

        assertThat(database.query("SELECT ts, n, v, txt, extra FROM readings").get(0))
                .containsExactly(Instant.parse("2026-01-02T03:04:05.678900Z"), 7L, 1.5, "größe", null);
    }

    @Test
    void shouldStartEmptyAgain() throws SQLException {
        createReadings();
        database.execute("INSERT INTO readings VALUES ('2026-01-02T03:04:05.678900Z', 7, 1.5, 'x', NULL)");
        database.awaitCount("readings", 1);
        database.close();

        try (var next = kind.fresh()) {
            assertThat(next.count("readings")).isZero();
        }
    }

    private void createReadings() throws SQLException {
        if (kind == DatabaseKind.QUESTDB) {
            database.execute("CREATE TABLE readings (ts TIMESTAMP, n INT, v DOUBLE, txt VARCHAR, extra DOUBLE)"
                    + " TIMESTAMP(ts) PARTITION BY DAY WAL");
        } else {
            TDengineServer.shared()
                    .execute("CREATE DATABASE " + database.name() + " PRECISION 'us' VGROUPS 1 BUFFER 16");
            database.execute("CREATE TABLE readings (ts TIMESTAMP, n INT, v DOUBLE, txt VARCHAR(64), extra DOUBLE)");
        }
    }
}
