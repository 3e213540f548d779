// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.testkit.DatabaseKind;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Rows as wide as a real server takes them. */
@Tag("full")
class TdengineWidestTableIT {

    private static final int SUBTABLES = 6;

    @ParameterizedTest
    @EnumSource
    void shouldStoreInATableAsWideAsTheServerAllows(WriteEngine engine) throws Exception {
        var widest = TestTables.widest();
        var rows = new ArrayList<Row>();
        for (int i = 0; i < SUBTABLES; i++) {
            rows.add(TestTables.widestRow(widest, "w" + i, i));
            rows.add(TestTables.widestRow(widest, "w" + i, SUBTABLES + i));
        }
        try (var server = DatabaseKind.TDENGINE.fresh()) {
            var settings = new DatabaseSettings(
                    "plant",
                    ConnectionSettings.of(server.jdbcUrl(), server.username(), server.password()),
                    server.name(),
                    SchemaSettings.DEFAULT,
                    engine);
            try (var database = JdbcDatabase.of(settings, 1);
                    var writer = database.openWriter()) {
                writer.write(rows);
                writer.write(rows); // now that the subtables are known
            }
            server.awaitCount("widest", 2 * SUBTABLES);
            var last = widest.shape()
                    .columns()
                    .get(widest.shape().columns().size() - 1)
                    .name();
            assertThat(server.query("SELECT DISTINCT " + last + " FROM widest"))
                    .containsExactly(List.of(Integer.MIN_VALUE + 1L));
        }
    }
}
