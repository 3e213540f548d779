// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static io.github.hivemqtdengine.jdbc.BatchWriterContract.assertFailure;
import static io.github.hivemqtdengine.jdbc.TestTables.meter;
import static io.github.hivemqtdengine.jdbc.TestTables.row;
import static io.github.hivemqtdengine.jdbc.TestTables.table;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.Samples;
import io.github.hivemqtdengine.route.table.Sampling;
import io.github.hivemqtdengine.testkit.DatabaseScript;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Prepared statements, each of which occupies a thread of taosAdapter, after the state that they belong to is gone. */
class ReleasedStatementsTest {

    private static final TableHandle OTHER = table("other", null, List.of("c INT"), List.of("g INT"));

    private final DatabaseScript script = new DatabaseScript()
            .answer("SELECT `precision`", List.of(List.of("us")))
            .answer("DESCRIBE `Factory`.`meters`", meters("reading DOUBLE", "note VARCHAR", "site VARCHAR"));
    private final ScriptedStatements statements = new ScriptedStatements(script);

    @AutoClose
    private final JdbcDatabase database = ScriptedDialect.database(script, statements);

    private final BatchWriter writer = database.openWriter();

    /** Columns like {@code reading DOUBLE} in DESCRIBE; the last one is a tag. */
    private static List<List<Object>> meters(String... columns) {
        var lines = new ArrayList<List<Object>>();
        lines.add(List.of("ts", "TIMESTAMP", 8, ""));
        for (int i = 0; i < columns.length; i++) {
            var column = columns[i].split(" ", 2);
            lines.add(List.of(column[0], column[1], 100, i == columns.length - 1 ? "TAG" : ""));
        }
        return lines;
    }

    @Test
    void shouldCloseTheStatementsOfASessionThatIsReplaced() throws Exception {
        writer.write(List.of(meter("m", 0, 1.0, "x")));
        assertThat(statements.prepared()).singleElement().matches(statement -> !statement.isClosed());

        script.fail("DESCRIBE", 1, 0x7abc);
        var row = row(OTHER, "o", TestTables.TIME, 1L, 1L);
        assertFailure(() -> writer.write(List.of(row)), FailureKind.UNKNOWN, "0x7abc");
        assertThat(statements.prepared()).singleElement().matches(ScriptedStatements.Prepared::isClosed);

        writer.write(List.of(meter("m", 1, 1.0, "x")));
        assertThat(statements.prepared()).hasSize(2);
        assertThat(statements.prepared().get(1).tags()).containsExactly("site of m");
    }

    @Test
    void shouldCloseTheStatementsForTheColumnsBeforeATableEvolved() throws Exception {
        var route = RouteCompiler.compile(Samples.autoColumns("meters", Sampling.NONE));
        script.answer("DESCRIBE `Factory`.`meters`", meters("t DOUBLE", "kind VARCHAR"));
        writer.write(rows(route, "{\"t\":1}"));
        assertThat(statements.prepared()).singleElement().matches(statement -> !statement.isClosed());

        script.answer("DESCRIBE `Factory`.`meters`", meters("t DOUBLE", "u DOUBLE", "kind VARCHAR"));
        writer.write(rows(route, "{\"t\":2,\"u\":3}"));

        assertThat(statements.prepared())
                .extracting(ScriptedStatements.Prepared::isClosed)
                .containsExactly(true, false);
        assertThat(statements.prepared().get(1).sql()).contains("`u`");
        assertThat(statements.prepared().get(1).tags()).containsExactly("fixed");
    }

    /** Otherwise a client could make every batch describe all of its tables. */
    @Test
    void shouldKeepTheTablesOpenAfterARowThatCannotBeStored() throws Exception {
        var route = RouteCompiler.compile(Samples.autoColumns("meters", Sampling.NONE));
        script.answer("DESCRIBE `Factory`.`meters`", meters("t DOUBLE", "kind VARCHAR"));
        writer.write(rows(route, "{\"t\":1}"));
        var row = rows(route, "{\"t\":2}").get(0);
        var refused = new Row(row.target(), row.subtable(), row.timestamp(), 0, new Object[] {"text", "fixed"});
        script.fail("DESCRIBE", 1, 0x7abc);

        assertFailure(() -> writer.write(List.of(row, refused)), FailureKind.REJECTED, "cannot be cast");

        assertThatCode(() -> writer.write(List.of(row))).doesNotThrowAnyException();
    }

    private static List<Row> rows(Route route, String payload) throws Exception {
        return route.rows(Samples.message(payload), (event, subject) -> {});
    }
}
