// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static io.github.hivemqtdengine.jdbc.TestTables.METERS;
import static io.github.hivemqtdengine.jdbc.TestTables.MICROSECOND;
import static io.github.hivemqtdengine.jdbc.TestTables.TIME;
import static io.github.hivemqtdengine.jdbc.TestTables.meter;
import static io.github.hivemqtdengine.jdbc.TestTables.row;
import static io.github.hivemqtdengine.jdbc.TestTables.table;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.testkit.DatabaseKind;
import io.github.hivemqtdengine.testkit.QuestDbServer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class QuestDbBatchWriterIT extends BatchWriterContract {

    QuestDbBatchWriterIT() {
        super(DatabaseKind.QUESTDB);
    }

    @Override
    @Nullable
    Object read(@Nullable Object written) {
        if (written instanceof Boolean truth) {
            return truth ? 1L : 0L;
        }
        return written instanceof BigInteger whole ? new BigDecimal(whole) : written;
    }

    @Override
    String subtableColumn() {
        return "subtable";
    }

    @Override
    void stopServer() {
        QuestDbServer.shared().stop();
    }

    @Override
    void startServer() {
        QuestDbServer.shared().start();
    }

    @Override
    void createMeters() throws Exception {
        server().execute(
                        "CREATE TABLE meters (ts TIMESTAMP, subtable SYMBOL, reading DOUBLE, note VARCHAR, site VARCHAR)"
                                + " TIMESTAMP(ts) PARTITION BY MONTH WAL DEDUP UPSERT KEYS(ts, subtable)");
    }

    @Override
    void dropMeters() throws Exception {
        server().execute("DROP TABLE meters");
    }

    @Test
    void shouldKeepNanosecondsWhereAskedFor() throws Exception {
        var settings =
                settings(server().jdbcUrl(), server().password(), "qdb", SchemaMode.CREATE, Precision.NANOSECONDS);
        try (var fine = JdbcDatabase.of(settings, 1);
                var writer = fine.openWriter()) {
            assertThat(writer.open()).isEqualTo(Precision.NANOSECONDS);
            writer.write(List.of(row(METERS, "m", TIME + 1, 1.0, "a", "s"), row(METERS, "m", TIME + 2, 2.0, "b", "s")));
        }
        server().awaitCount("meters", 2);
        assertFailure(() -> write(meter("m", 0, 1.0, "x")), FailureKind.REJECTED, "TIMESTAMP_NS");
    }

    @Test
    void shouldRefuseTheNumberThatMeansNull() {
        var counters = table("counters", null, List.of("c BIGINT"), List.of("g INT"));
        assertFailure(() -> write(row(counters, "m", TIME, Long.MIN_VALUE, 1L)), FailureKind.REJECTED, "BIGINT");
    }

    @Test
    void shouldRefuseAColumnThatIsNamedAsTheSubtables() {
        var taken = table("taken", null, List.of("Subtable INT"), List.of("g INT"));
        assertFailure(() -> write(row(taken, "m", TIME, 1L, 1L)), FailureKind.REJECTED, "subtable");
    }

    @Test
    void shouldRefuseATimeBeforeTheEpoch() {
        assertFailure(() -> write(row(METERS, "m", -1_000, 1.0, "1969", "s")), FailureKind.REJECTED, "1970");
    }

    @Test
    void shouldStoreTheCharacterThatIsZero() throws Exception {
        write(meter("m", 0, 1.0, "a\0b"));
        server().awaitCount("meters", 1);
        assertThat(server().query("SELECT note FROM meters")).containsExactly(List.of("a\0b"));
    }

    @Test
    void shouldSayAtTheStartWhatIsWrongWithATableAndStoreInTheOthers() throws Exception {
        var tags = List.of("site VARCHAR(64)");
        var good = table("good", null, List.of("reading DOUBLE"), tags);
        write(
                row(good, "g", TIME, 1.0, "x"),
                row(table("meters", null, List.of("reading BIGINT"), tags), "m", TIME, 1L, "x"));
        var missing = table("missing", null, List.of("reading DOUBLE"), tags);
        var report = new RecordedReport();

        try (var careful = JdbcDatabase.of(settings(SchemaMode.OFF), 1, List.of(METERS, missing, good), report);
                var writer = careful.openWriter()) {
            writer.open();
            assertThat(writer.objection(missing)).isPresent();
            writer.write(List.of(row(good, "g", TIME + MICROSECOND, 2.0, "x")));
        }
        server().awaitCount("good", 2);
        assertThat(report.tables())
                .satisfiesExactly(
                        sentence -> assertThat(sentence).contains("every DOUBLE"),
                        sentence -> assertThat(sentence).contains("create it: CREATE TABLE"));
    }
}
