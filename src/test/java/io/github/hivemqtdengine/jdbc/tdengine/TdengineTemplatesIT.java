// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.hivemqtdengine.expression.StatementTemplate;
import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.dialect.ConnectionSettings;
import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.pipeline.delivery.WriteException;
import io.github.hivemqtdengine.testkit.DatabaseKind;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Templates with features that only TDengine has: super tables, and several databases. */
@Tag("full")
class TdengineTemplatesIT {

    private static final Instant TIME = Instant.parse("2025-11-30T12:34:56.789Z");

    @AutoClose
    private TimeSeriesDatabase server;

    @AutoClose
    private JdbcDatabase database;

    @BeforeEach
    void open() throws Exception {
        server = DatabaseKind.TDENGINE.fresh();
        database = JdbcDatabase.of(
                new DatabaseSettings(
                        "plant",
                        ConnectionSettings.of(server.jdbcUrl(), server.username(), server.password())
                                .within(Duration.ofSeconds(5), Duration.ofSeconds(15)),
                        server.name(),
                        SchemaSettings.of(SchemaMode.CREATE, Precision.MILLISECONDS),
                        DatabaseSettings.DEFAULT_ENGINE),
                2);
        try (var writer = database.openWriter()) {
            assertThat(writer.open()).isEqualTo(Precision.MILLISECONDS); // creates the database
        }
        server.execute("CREATE STABLE meters (ts TIMESTAMP, v DOUBLE) TAGS (site VARCHAR(40))");
    }

    private void write(String template, Object... values) throws WriteException {
        try (var writer = database.openWriter()) {
            writer.write(List.of(Row.of(StatementTemplate.parse(template).sql(), values)));
        }
    }

    @Test
    void shouldCreateSubtablesByTheirNames() throws Exception {
        var template = "INSERT INTO meters (tbname, ts, v, site) VALUES"
                + " (${concat('m_', mqtt-topic:2)}, ${arrival-time}, ${payload:/v}, ${mqtt-topic:1})";
        write(template, "m_7", TIME, 1L, "berlin");
        write(template, "m_8", TIME, 2L, "it's \\ Köln");

        server.awaitCount("meters", 2);
        assertThat(server.query("SELECT tbname, ts, v, site FROM meters ORDER BY tbname"))
                .containsExactly(List.of("m_7", TIME, 1.0, "berlin"), List.of("m_8", TIME, 2.0, "it's \\ Köln"));
    }

    @Test
    void shouldRefuseANameThatNoSubtableCanHave() {
        assertThat(catchThrowableOfType(
                                WriteException.class,
                                () -> write(
                                        "INSERT INTO meters (tbname, ts, v) VALUES (${mqtt-topic}, ${arrival-time}, 1)",
                                        "a.b",
                                        TIME))
                        .kind())
                .isEqualTo(FailureKind.REJECTED);
    }

    @Test
    void shouldRefuseAStatementForADatabaseThatIsNotThere() {
        var failure = catchThrowableOfType(
                WriteException.class,
                () -> write("INSERT INTO elsewhere.meters (tbname, ts, v) VALUES ('x', ${arrival-time}, 1)", TIME));

        assertThat(failure.kind()).isEqualTo(FailureKind.REJECTED);
        assertThat(failure.sentence()).contains("Database not exist");
    }

    @Test
    void shouldWaitForItsOwnDatabase() throws Exception {
        var sql = StatementTemplate.parse("INSERT INTO meters (tbname, ts, v) VALUES ('x', ${arrival-time}, 1)")
                .sql();
        var rows = List.of(Row.of(sql, new Object[] {TIME}));
        try (var writer = database.openWriter()) {
            writer.write(rows);
            TDengineServer.shared().execute("DROP DATABASE " + server.name());

            assertThat(catchThrowableOfType(WriteException.class, () -> writer.write(rows))
                            .kind())
                    .isEqualTo(FailureKind.TRANSIENT);
        }
    }
}
