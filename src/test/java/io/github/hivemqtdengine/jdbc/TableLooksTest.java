// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static io.github.hivemqtdengine.jdbc.BatchWriterContract.assertFailure;
import static io.github.hivemqtdengine.jdbc.TestTables.METERS;
import static io.github.hivemqtdengine.jdbc.TestTables.meter;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.testkit.DatabaseScript;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Times at which lanes look at a table that another client changes. */
class TableLooksTest {

    private static final List<List<Object>> AS_WRITTEN = List.of(
            List.of("ts", "TIMESTAMP", 8, ""),
            List.of("reading", "DOUBLE", 8, ""),
            List.of("note", "VARCHAR", 100, ""),
            List.of("site", "VARCHAR", 64, "TAG"));
    private static final List<List<Object>> WITH_ANOTHER_KEY = List.of(List.of("time", "TIMESTAMP", 8, ""));

    private final DatabaseScript script = new DatabaseScript()
            .answer("SELECT `precision`", List.of(List.of("us")))
            .answer("DESCRIBE", AS_WRITTEN);
    private final RecordedReport report = new RecordedReport();
    private final AtomicLong nanos = new AtomicLong();
    private final JdbcDatabase database = ScriptedDialect.database(
            script, SchemaMode.CREATE, new TableRegistry(List.of(METERS), report, Duration.ofSeconds(5), nanos::get));

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void shouldLookAgainAtATableThatItHasWrittenItself() throws Exception {
        try (var one = database.openWriter();
                var other = database.openWriter()) {
            one.write(List.of(meter("m", 0, 1.0, "x")));
            script.answer("DESCRIBE", WITH_ANOTHER_KEY);
            other.open();
            nanos.addAndGet(Duration.ofSeconds(5).toNanos());

            assertThat(one.objection(METERS).orElseThrow()).contains("has the keys time");
        }
        assertThat(report.tables()).singleElement().asString().startsWith("meters: ");
    }

    @Test
    void shouldReportATableThatAWriteFindsBroken() throws Exception {
        script.fail("DESCRIBE", 1, 0x7abc);
        try (var writer = database.openWriter()) {
            writer.open();
            script.answer("DESCRIBE", WITH_ANOTHER_KEY);
            assertFailure(
                    () -> writer.write(List.of(meter("m", 0, 1.0, "x"))), FailureKind.REJECTED, "has the keys time");

            assertThat(writer.objection(METERS).orElseThrow()).contains("has the keys time");
        }
        assertThat(report.tables()).hasSize(1);
        assertThat(script.statements("INSERT")).isEmpty();
    }
}
