// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.jdbc;

import static io.github.hivemqtdengine.jdbc.TestTables.METERS;
import static io.github.hivemqtdengine.jdbc.TestTables.TIME;
import static io.github.hivemqtdengine.jdbc.TestTables.meter;
import static io.github.hivemqtdengine.jdbc.TestTables.row;
import static io.github.hivemqtdengine.jdbc.TestTables.table;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.github.hivemqtdengine.jdbc.dialect.DatabaseSettings.WriteEngine;
import io.github.hivemqtdengine.jdbc.dialect.SchemaSettings.SchemaMode;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.pipeline.delivery.FailureKind;
import io.github.hivemqtdengine.testkit.DatabaseKind;
import io.github.hivemqtdengine.testkit.TDengineServer;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("full")
class TdengineBatchWriterIT extends BatchWriterContract {

    TdengineBatchWriterIT() {
        super(DatabaseKind.TDENGINE);
    }

    @Override
    WriteEngine engine() {
        return WriteEngine.SQL;
    }

    @Override
    @Nullable
    Object read(@Nullable Object written) {
        return written;
    }

    @Override
    String subtableColumn() {
        return "tbname";
    }

    @Override
    void stopServer() {
        TDengineServer.shared().processes().adapter().stop();
    }

    @Override
    void startServer() {
        TDengineServer.shared().processes().adapter().start();
        TDengineServer.shared().processes().awaitReady();
    }

    @Override
    void createMeters() throws Exception {
        server().execute(
                        "CREATE STABLE meters (ts TIMESTAMP, reading DOUBLE, note VARCHAR(100)) TAGS (site VARCHAR(64))");
    }

    @Override
    void dropMeters() throws Exception {
        server().execute("DROP STABLE meters");
    }

    @Test
    void shouldKeepTheCaseOfTheDatabasesName() throws Exception {
        var name = "Mixed_" + server().name();
        var settings =
                settings(server().jdbcUrl(), server().password(), name, SchemaMode.CREATE, Precision.MILLISECONDS);
        try (var mixed = JdbcDatabase.of(settings, 1);
                var writer = mixed.openWriter()) {
            assertThat(writer.open()).isEqualTo(Precision.MILLISECONDS);
            writer.write(List.of(meter("m", 0, 1.0, "x"), meter("m", 1, 2.0, "same millisecond")));
            TDengineServer.shared()
                    .execute("INSERT INTO `" + name + "`.`m` (ts, note) VALUES (" + (TIME / 1_000_000 + 9)
                            + ", 'there')");
        } finally {
            TDengineServer.shared().execute("DROP DATABASE `" + name + "`");
        }
    }

    @Test
    void shouldTakeThePrecisionOfADatabaseThatIsThere() throws Exception {
        TDengineServer.shared().execute("CREATE DATABASE " + server().name() + " PRECISION 'ns'");
        try (var writer = database().openWriter()) {
            assertThat(writer.open()).isEqualTo(Precision.NANOSECONDS);
            writer.write(List.of(row(METERS, "m", TIME + 1, 1.0, "a", "s"), row(METERS, "m", TIME + 2, 2.0, "b", "s")));
        }
        server().awaitCount("meters", 2);
    }

    @Test
    void shouldAskForTheDatabaseWhereItMayNotCreateIt() {
        try (var careful = JdbcDatabase.of(settings(SchemaMode.OFF), 1);
                var writer = careful.openWriter()) {
            assertFailure(writer::open, FailureKind.FATAL, "CREATE DATABASE IF NOT EXISTS `" + server().name());
        }
    }

    @Test
    void shouldCreateADatabaseAgainThatWasDropped() throws Exception {
        try (var writer = database().openWriter()) {
            writer.write(List.of(meter("m", 0, 1.0, "x")));
            TDengineServer.shared().execute("DROP DATABASE " + server().name());
            assertFailure(() -> writer.write(List.of(meter("m", 1, 1.0, "y"))), FailureKind.TRANSIENT, "plant");
            writer.write(List.of(meter("m", 1, 1.0, "y")));
        }
        server().awaitCount("meters", 1);
    }

    @Test
    void shouldCreateASubtableAgainThatWasDropped() throws Exception {
        try (var writer = database().openWriter()) {
            writer.write(List.of(meter("m", 0, 1.0, "x"), meter("n", 0, 1.0, "x")));
            server().execute("DROP TABLE m");
            assertFailure(() -> writer.write(List.of(meter("m", 1, 1.0, "y"))), FailureKind.SCHEMA, "0x2603");
            writer.write(List.of(meter("m", 1, 1.0, "y")));
        }
        server().awaitCount("meters", 2);
    }

    @Test
    void shouldWidenWhatIsTooShortWhereItMay() throws Exception {
        var narrow = table("meters", null, List.of("reading DOUBLE", "note VARCHAR(4)"), List.of("site VARCHAR(4)"));
        write(row(narrow, "m", TIME, 1.0, "1234", "1234"));
        assertFailure(() -> write(meter("m", 1, 1.0, "12345")), FailureKind.REJECTED, "0x2653");

        try (var evolving = JdbcDatabase.of(settings(SchemaMode.EVOLVE), 1);
                var writer = evolving.openWriter()) {
            writer.write(List.of(meter("m", 1, 1.0, "12345"), meter("n", 1, 1.0, "12345")));
        }
        server().awaitCount("meters", 3);
    }

    @Test
    void shouldRefuseATagThatTheRouteWritesAsAColumn() throws Exception {
        write(meter("m", 0, 1.0, "x"));
        var swapped = table("meters", null, List.of("site VARCHAR(64)"), List.of("note VARCHAR(100)"));
        try (var evolving = JdbcDatabase.of(settings(SchemaMode.EVOLVE), 1);
                var writer = evolving.openWriter()) {
            assertFailure(
                    () -> writer.write(List.of(row(swapped, "m", TIME, "x", "y"))), FailureKind.REJECTED, "tag site");
        }
    }

    @Test
    void shouldRefuseATextThatIsTooLongForItsColumn() {
        assertFailure(() -> write(meter("m", 0, 1.0, "é".repeat(51))), FailureKind.REJECTED, "note");
    }

    @Test
    void shouldRefuseATimeThatTheDatabaseDoesNotKeep() {
        assertFailure(() -> write(row(METERS, "m", 0, 1.0, "1970", "s")), FailureKind.REJECTED, "is out of range");
    }

    @Test
    void shouldStoreWellKnownTextAndJsonTags() throws Exception {
        var places = table("places", null, List.of("place GEOMETRY(100)"), List.of("labels JSON"));
        write(row(places, "p", TIME, "POINT(1.5 2.5)", "{\"a\":\"it's \\\"b\\\"\"}"));
        server().awaitCount("places", 1);
        assertThat(server().query("SELECT ST_AsText(place) FROM places"))
                .containsExactly(List.of("POINT (1.500000 2.500000)"));
        assertThat(server().query("SELECT labels->'a' FROM places").get(0))
                .containsExactly("\"it's \\\"b\\\"\"".getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void shouldWaitNoLongerThanTheRequestTimeoutForAServerThatHangs() throws Exception {
        try (var writer = database().openWriter()) {
            writer.write(List.of(meter("m", 0, 1.0, "x")));
            var adapter = TDengineServer.shared().processes().adapter();
            adapter.pause();
            try {
                assertFailure(() -> writer.write(List.of(meter("m", 1, 1.0, "y"))), FailureKind.TRANSIENT, "0x231e");
            } finally {
                adapter.resume();
            }
            await().untilAsserted(() -> assertThatCode(() -> writer.write(List.of(meter("m", 1, 1.0, "y"))))
                    .doesNotThrowAnyException());
        }
        server().awaitCount("meters", 2);
    }

    @Test
    void shouldEndTheDriversThreadsButItsTimers() throws Exception {
        write(meter("m", 0, 1.0, "x"));
        database().close();
        await().untilAsserted(() ->
                assertThat(driverThreads()).allMatch(name -> name.matches("taos-jdbc-(short|long)-timer-.*")));
    }

    private static List<String> driverThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("taos") || name.startsWith("netty") || name.startsWith("plant"))
                .toList();
    }
}
