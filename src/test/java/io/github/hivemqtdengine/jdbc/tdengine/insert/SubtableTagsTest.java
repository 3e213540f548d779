// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc.tdengine.insert;

import static io.github.hivemqtdengine.jdbc.BatchWriterContract.assertFailure;
import static io.github.hivemqtdengine.jdbc.TestTables.METERS;
import static io.github.hivemqtdengine.jdbc.TestTables.TIME;
import static io.github.hivemqtdengine.jdbc.TestTables.row;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.jdbc.JdbcDatabase;
import io.github.hivemqtdengine.jdbc.ScriptedDialect;
import io.github.hivemqtdengine.jdbc.TestTables;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.pipeline.delivery.BatchWriter;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.testkit.DatabaseScript;
import java.sql.DriverManager;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SubtableTagsTest {

    private static final TableHandle FOLLOWING = TableHandle.of(new TableShape(
            METERS.shape().superTable(),
            METERS.shape().timestampColumn(),
            null,
            METERS.shape().columns(),
            METERS.shape().tags(),
            true));

    private final DatabaseScript script = new DatabaseScript()
            .answer("SELECT `precision`", List.of(List.of("us")))
            .answer("SELECT TAGS", List.of(List.of("m", "north")))
            .answer(
                    "DESCRIBE",
                    List.of(
                            List.of("ts", "TIMESTAMP", 8, ""),
                            List.of("reading", "DOUBLE", 8, ""),
                            List.of("note", "VARCHAR", 100, ""),
                            List.of("site", "VARCHAR", 64, "TAG")));
    private final JdbcDatabase database = ScriptedDialect.database(script, SchemaMode.CREATE);
    private final BatchWriter writer = database.openWriter();

    @AfterEach
    void close() {
        database.close();
    }

    @Test
    void shouldAskOnceForTheTagsOfAllSubtablesOfABatch() throws Exception {
        writer.write(List.of(site("m", 0, "north"), site("o'k", 1, "x")));
        writer.write(List.of(site("m", 2, "north"), site("o'k", 3, "x")));

        assertThat(script.statements("SELECT TAGS"))
                .containsExactly("SELECT TAGS tbname,`site` FROM `Factory`.`meters` WHERE tbname IN ('m','o\\'k')");
        assertThat(script.statements("ALTER")).isEmpty();
        assertThat(script.statements("CREATE")).isEmpty();
    }

    @Test
    void shouldAlterTheTagsThatTheSubtableHadBeforeThisWriterCame() throws Exception {
        writer.write(List.of(site("m", 0, "it's south")));
        writer.write(List.of(site("m", 1, "it's south")));

        assertThat(script.statements("ALTER"))
                .containsExactly("ALTER TABLE `Factory`.`m` SET TAG `site`='it\\'s south'");
        assertThat(script.statements()).last().asString().startsWith("INSERT");
    }

    @Test
    void shouldLetTheRowDecideThatArrivedLast() throws Exception {
        writer.write(List.of(site("m", 9, "south"), site("m", 3, null)));

        assertThat(script.statements("ALTER")).containsExactly("ALTER TABLE `Factory`.`m` SET TAG `site`=NULL");
    }

    @Test
    void shouldCreateASubtableFirstWhoseRowsDisagree() throws Exception {
        writer.write(List.of(site("new", 3, "east"), site("new", 9, "west"), site("new", 1, "south")));

        assertThat(script.statements("CREATE TABLE"))
                .containsExactly(
                        "CREATE TABLE IF NOT EXISTS `Factory`.`new` USING `Factory`.`meters` (`site`) TAGS ('south')");
        assertThat(script.statements("ALTER")).isEmpty();
    }

    @Test
    void shouldLeaveOtherTablesAlone() throws Exception {
        writer.write(List.of(row(METERS, "m", TIME, 1.0, "x", "south")));

        assertThat(script.statements("SELECT TAGS")).isEmpty();
        assertThat(script.statements("ALTER")).isEmpty();
    }

    @Test
    void shouldAskAgainAfterTheServerMissedTheSubtable() throws Exception {
        script.fail("ALTER TABLE", 1, 0x2603);
        assertFailure(() -> writer.write(List.of(site("m", 0, "south"))), FailureKind.SCHEMA, "0x2603");
        script.answer("SELECT TAGS", List.of());
        writer.write(List.of(site("m", 0, "south")));

        assertThat(script.statements("SELECT TAGS")).hasSize(2);
        assertThat(script.statements("ALTER")).hasSize(1);
        assertThat(script.statements("INSERT")).hasSize(1);
    }

    /** Another writer may have changed them meanwhile, and this one changes them back. */
    @Test
    void shouldAskAgainAfterAWhileHoweverOftenRowsCome() throws Exception {
        var nanos = new AtomicLong();
        var tags = new SubtableTags("Factory", nanos::get);
        try (var connection = DriverManager.getConnection(script.url())) {
            tags.follow(connection, List.of(site("m", 0, "north")), Precision.MICROSECONDS);
            nanos.addAndGet(Duration.ofSeconds(9).toNanos());
            tags.follow(connection, List.of(site("m", 1, "north")), Precision.MICROSECONDS);
            assertThat(script.statements("SELECT TAGS")).hasSize(1);

            script.answer("SELECT TAGS", List.of(List.of("m", "south")));
            nanos.addAndGet(Duration.ofSeconds(1).toNanos());
            tags.follow(connection, List.of(site("m", 2, "north")), Precision.MICROSECONDS);
        }
        assertThat(script.statements("SELECT TAGS")).hasSize(2);
        assertThat(script.statements("ALTER")).containsExactly("ALTER TABLE `Factory`.`m` SET TAG `site`='north'");
    }

    /** The tags read could not be compared, so every look would set the tags. */
    @Test
    void shouldNotAskAgainForTagsThatComeBackInAnotherForm() throws Exception {
        var nanos = new AtomicLong();
        var tags = new SubtableTags("Factory", nanos::get);
        var table = TableHandle.of(new TableShape(
                "meters",
                "ts",
                null,
                METERS.shape().columns(),
                TestTables.table("t", null, List.of("c INT"), List.of("g JSON"))
                        .shape()
                        .tags(),
                true));
        var row = row(table, "m", TIME, 1.0, "x", "{}");
        try (var connection = DriverManager.getConnection(script.url())) {
            tags.follow(connection, List.of(row), Precision.MICROSECONDS);
            nanos.addAndGet(Duration.ofMinutes(1).toNanos());
            tags.follow(connection, List.of(row), Precision.MICROSECONDS);
        }
        assertThat(script.statements("SELECT TAGS")).hasSize(1);
        assertThat(script.statements("ALTER")).hasSize(1);
    }

    /** Simulates a mapping that changes while the broker runs; tags are identified by their positions. */
    @Test
    void shouldAskAgainWhereATableHasOtherTags() throws Exception {
        var tags = new SubtableTags("Factory", () -> 0);
        var withHall = TableHandle.of(new TableShape(
                "meters",
                "ts",
                null,
                METERS.shape().columns(),
                TestTables.table("t", null, List.of("c INT"), List.of("site VARCHAR(64)", "hall VARCHAR(8)"))
                        .shape()
                        .tags(),
                true));
        try (var connection = DriverManager.getConnection(script.url())) {
            tags.follow(connection, List.of(site("m", 0, "north")), Precision.MICROSECONDS);
            script.answer("SELECT TAGS", List.of(Arrays.asList("m", null, "north")));
            tags.follow(connection, List.of(row(withHall, "m", TIME, 1.0, "x", "north", "7")), Precision.MICROSECONDS);
            script.answer("SELECT TAGS", List.of(List.of("n", "8", "north")));
            tags.follow(
                    connection,
                    List.of(row(withHall, "n", TIME, 1.0, "x", "north", "8"), site("n", 1, "south")),
                    Precision.MICROSECONDS);
        }

        assertThat(script.statements("ALTER"))
                .containsExactly(
                        "ALTER TABLE `Factory`.`m` SET TAG `hall`='7'",
                        "ALTER TABLE `Factory`.`n` SET TAG `site`='south'");
    }

    @Test
    void shouldNotAskForTooManyAtOnce() throws Exception {
        writer.write(
                IntStream.range(0, 2_001).mapToObj(i -> site("s" + i, i, "x")).toList());

        assertThat(script.statements("SELECT TAGS")).hasSize(3);
        assertThat(script.statements("SELECT TAGS").get(2)).endsWith("IN ('s2000')");
    }

    private static Row site(String subtable, int microsecond, @Nullable String site) {
        var values = Arrays.<@Nullable Object>asList(1.0, "x", site).toArray();
        return row(FOLLOWING, subtable, TIME + microsecond * TestTables.MICROSECOND, values);
    }

    /** More than is remembered, so that what was just asked must not be forgotten before it is compared. */
    @Test
    void shouldChangeAllTagsOfABatchThatAreTooLongToRemember() throws Exception {
        var before = "x".repeat(16_000);
        var answer = new ArrayList<List<Object>>();
        var rows = new ArrayList<Row>();
        for (int i = 0; i < 500; i++) {
            answer.add(List.of("m" + i, before));
            rows.add(site("m" + i, i, "north"));
        }
        var tags = new SubtableTags("Factory", () -> 0);
        try (var connection = DriverManager.getConnection(script.url())) {
            script.answer("SELECT TAGS", answer);
            tags.follow(connection, rows, Precision.MICROSECONDS);
        }

        assertThat(script.statements("ALTER")).hasSize(500);
    }

    @Test
    void shouldHoldTheBytesOfTheTags() throws Exception {
        var tags = new SubtableTags("Factory", () -> 0);
        try (var connection = DriverManager.getConnection(script.url())) {
            for (int i = 0; i < 500; i++) {
                var row = site("m" + i, i, "x".repeat(16_000) + i);
                tags.follow(connection, List.of(row), Precision.MICROSECONDS);
            }
        }

        assertThat(tags.bytes()).isBetween(2L << 20, 4L << 20);
    }
}
