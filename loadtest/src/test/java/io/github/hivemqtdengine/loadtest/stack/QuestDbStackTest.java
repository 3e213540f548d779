// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.stack.StackOptions.DatabaseChoice;
import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.database.Exposure;
import io.github.hivemqtdengine.loadtest.stack.rows.QueriedRows;
import io.github.hivemqtdengine.loadtest.stack.rows.SinkQueries;
import io.github.hivemqtdengine.loadtest.stack.rows.StoredMessage;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.postgresql.Driver;

class QuestDbStackTest extends StackContract {

    private static final long START = 1_790_000_000_000_000L;
    private static final Duration QUIET = Duration.ofSeconds(30);

    @Override
    DatabaseChoice database() {
        return new DatabaseChoice.EmbeddedQuestDb();
    }

    /** Database and broker have no password, or a known one. */
    @Test
    void shouldAnswerAtTheLoopbackAddressOnly() throws Exception {
        var database = URI.create(stack().database().jdbcUrl().substring("jdbc:".length()));
        assertThat(Exposure.addresses(database.getPort())).isEmpty();
        var broker = anyBroker();
        assertThat(Exposure.addresses(broker.address().getPort())).isEmpty();
    }

    /** One row of an earlier round, two rows of the round, of which one is there twice, and one of another client. */
    @BeforeAll
    void fillTheTableOfASink() throws Exception {
        execute(
                "CREATE TABLE sink (client VARCHAR, txt VARCHAR, b64 VARCHAR, hex VARCHAR, num INT, seq DOUBLE, at LONG)");
        insert("old-p0", START - 1, 0, 7);
        insert("new-p0", START, 0, 1);
        insert("new-p3", START + 5, 3, 2);
        insert("new-p3", START + 5, 3, 2);
        execute("INSERT INTO sink VALUES ('other', 'hello', 'hello', 'hello', NULL, NULL, NULL)");
    }

    private void insert(String client, long sent, int publisher, int message) throws SQLException {
        var text = sent + ";" + publisher + ";" + message;
        var bytes = text.getBytes(StandardCharsets.UTF_8);
        execute("INSERT INTO sink VALUES ('%s', '%s', '%s', '%s', %d, %d, %d)"
                .formatted(
                        client,
                        text,
                        Base64.getEncoder().encodeToString(bytes),
                        HexFormat.of().formatHex(bytes),
                        publisher,
                        message,
                        sent));
    }

    private void execute(String sql) throws SQLException {
        try (var connection = stack().database().connect();
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    private static StoredMessage parse(byte[] payload) {
        var parts = new String(payload, StandardCharsets.UTF_8).split(";", -1);
        return parts.length == 3
                ? new StoredMessage(Integer.parseInt(parts[1]), Long.parseLong(parts[2]), 0, Long.parseLong(parts[0]))
                : StoredMessage.UNKNOWN;
    }

    private static QueriedRows rows(Database database, String count, @Nullable String rows) {
        return new QueriedRows(
                database,
                "sink",
                new SinkQueries(count, Optional.ofNullable(rows)),
                "new",
                START,
                QuestDbStackTest::parse);
    }

    private Database sink(Optional<Path> driver) throws Exception {
        var database = stack().database();
        return Database.ofSink(database.jdbcUrl(), database.username(), database.password(), driver);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "SELECT txt AS payload FROM sink",
                "SELECT b64 AS payload FROM sink",
                "SELECT hex AS payload FROM sink",
                "SELECT num AS p, seq AS n, at AS s FROM sink",
                "SELECT client AS p, seq AS n FROM sink WHERE client LIKE '{prefix}-p%'",
                "SELECT num AS P, seq AS N FROM sink WHERE at >= {start}"
            })
    void shouldReadTheRowsOfARoundFromAnySink(String query) throws Exception {
        try (var database = sink(Optional.empty())) {
            var found = new ArrayList<String>();

            rows(database, "SELECT COUNT(*) FROM sink", query)
                    .read(table -> (publisher, message, record) ->
                            found.add(table + publisher + "/" + message + "/" + record));

            assertThat(found).containsExactlyInAnyOrder("sink0/1/0", "sink3/2/0", "sink3/2/0");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT COUNT(*) FROM grown                     | 0 | 2",
                "SELECT COUNT(*) FROM grown WHERE at >= {start} | 1 | 2",
                "SELECT COUNT(*) FROM late_table                | 0 | 1"
            })
    void shouldCountTheRowsOfARound(String query, long before, long after) throws Exception {
        execute("DROP TABLE IF EXISTS late_table");
        execute("DROP TABLE IF EXISTS grown");
        execute("CREATE TABLE grown (at LONG)");
        execute("INSERT INTO grown VALUES (1), (" + START + ")");
        try (var database = sink(Optional.empty());
                var watch = rows(database, query, null).watch(Duration.ofMillis(10))) {
            assertThat(watch.await(before, QUIET, QUIET)).isEqualTo(before);

            execute("CREATE TABLE late_table (at LONG)"); // sinks create their tables with the first row
            execute("INSERT INTO late_table VALUES (1)");
            execute("INSERT INTO grown VALUES (" + START + ")");
            if (before == 0) {
                execute("INSERT INTO grown VALUES (2)");
            }

            assertThat(watch.await(after, QUIET, QUIET)).isEqualTo(after);
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT COUNT( FROM sink      | SELECT txt AS payload FROM sink | --count-query does not work: SELECT COUNT(",
                "SELECT txt FROM sink         | SELECT txt AS payload FROM sink | is not a number",
                "SELECT COUNT(*) FROM sink    | SELECT txt FROM sink            | needs a column payload, or p",
                "SELECT COUNT(*) FROM sink    | SELECT num AS p, seq AS n FROM sink | rows of all rounds",
                "SELECT COUNT(*) FROM sink    | SELECT nothing FROM sink        | --rows-query does not work"
            })
    void shouldSayWhatIsWrongWithAQuery(String count, String rows, String words) throws Exception {
        try (var database = sink(Optional.empty())) {
            assertThatThrownBy(() -> rows(database, count, rows).watch(QUIET))
                    .isInstanceOf(SQLException.class)
                    .satisfies(failure -> assertThat(failure.getMessage() + "\n" + failure.getCause())
                            .contains(words));
        }
    }

    @Test
    void shouldLoadADriverOfTheUserApartFromItsOwnClasses() throws Exception {
        var jar = Path.of(
                Driver.class.getProtectionDomain().getCodeSource().getLocation().toURI());

        try (var database = sink(Optional.of(jar));
                var connection = database.connect()) {
            assertThat(connection.getClass().getName()).startsWith("org.postgresql.");
            assertThat(connection.getClass().getClassLoader()).isNotSameAs(Driver.class.getClassLoader());
            assertThat(database.title()).matches("QuestDB .*, at 127\\.0\\.0\\.1");
        }
    }

    @Test
    void shouldSayWhichDriverIsMissingWithoutThePasswordInTheUrl(@TempDir Path folder) throws Exception {
        var empty = Files.createFile(folder.resolve("empty.jar"));

        for (var driver :
                List.of(Optional.<Path>empty(), Optional.of(folder.resolve("none.jar")), Optional.of(empty))) {
            assertThatThrownBy(() -> Database.ofSink("jdbc:elsewhere://host/db?password=secret", "me", "s", driver))
                    .hasMessageContaining("--driver")
                    .hasMessageNotContaining("secret");
        }
    }

    @Test
    void shouldMeasureABrokerWithoutADatabase() throws Exception {
        try (var own = Stack.start(own(anyBroker().address(), "Other 1.0", new DatabaseChoice.None()))) {
            assertThat(own.databaseTitle()).isEqualTo("none");
            assertThat(own.extensionTitle()).isEqualTo("none");
            assertThat(own.brokerTitle()).startsWith("Other 1.0 at ").contains(":");
        }
    }
}
