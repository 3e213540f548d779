// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.it;

import static io.github.hivemqtdengine.it.Payloads.utf8;
import static io.github.hivemqtdengine.testkit.Patience.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import io.github.hivemqtdengine.testkit.BrokerFixture;
import io.github.hivemqtdengine.testkit.Connections;
import io.github.hivemqtdengine.testkit.TDengineServer;
import io.github.hivemqtdengine.testkit.TimeSeriesDatabase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Executes every statement of {@code docs/recipes.md} on rows of published messages, and the limits that it names. */
@Tag("full")
class RecipesIT extends BrokerFixture {

    private static final Pattern SQL = Pattern.compile("(?s)```sql\n(.*?)\n```");
    private static final int SNODE_EXISTS = 0x3a4;

    private final TDengineServer server = TDengineServer.shared();

    @Override
    protected TimeSeriesDatabase freshDatabase() {
        return server.freshDatabase();
    }

    @BeforeEach
    void startTheShippedRoute() throws Exception {
        startBroker(Routes.of("conf/config.xml"));
        publish("started", "{\"time\": \"2026-01-05T05:00:00Z\", \"value\": 0}"); // the database exists
        database.awaitCount("numbers", 1);
        assumeThat(database.rows("SELECT server_version()").get(0))
                .as("streams")
                .isGreaterThan("3.3.7");
    }

    /** A database that a stream uses cannot be dropped. */
    @AfterEach
    void dropStreamsAndHistory() throws SQLException {
        for (var stream : database.rows("SELECT CONCAT(db_name, '.', stream_name) FROM information_schema.ins_streams "
                + "WHERE db_name IN ('" + database.name() + "', '" + history() + "')")) {
            server.execute("DROP STREAM " + stream);
        }
        server.execute("DROP DATABASE IF EXISTS " + history());
    }

    @Test
    void shouldAverageByMinute() throws Exception {
        publishTemperature("06:00:10", 40);
        publishTemperature("06:00:40", 60);
        var sql = recipe("Averages by minute");
        assertThat(sql).hasSize(3);

        createSnode(sql.get(0));
        database.execute(sql.get(1));
        awaitRows(sql.get(2), "2026-01-05T06:00:00Z 50.0 60.0");

        publishTemperature("06:01:10", 70);
        awaitRows(sql.get(2), "2026-01-05T06:00:00Z 50.0 60.0", "2026-01-05T06:01:00Z 70.0 70.0");
        publishTemperature("06:02:10", 90);
        publishTemperature("06:01:30", 80);
        awaitRows(
                sql.get(2),
                "2026-01-05T06:00:00Z 50.0 60.0",
                "2026-01-05T06:01:00Z 75.0 80.0",
                "2026-01-05T06:02:00Z 90.0 90.0");

        publish("plant/press-9", "{\"time\": \"2026-01-05T06:03:10Z\", \"oil\": {\"temp\": 7}}");
        awaitRows(sql.get(2).replace("press-7", "press-9"), "2026-01-05T06:03:00Z 7.0 7.0");
        assertRefused(SNODE_EXISTS, sql.get(0));
    }

    @Test
    void shouldKeepAggregatesLongerThanRows() throws Exception {
        publishTemperature("06:10:00", 40);
        publishTemperature("06:50:00", 60);
        publishTemperature("07:10:00", 90);
        var sql = recipe("Short raw data, long aggregates");
        assertThat(sql).hasSize(4);
        createSnode("CREATE SNODE ON DNODE 1");

        database.execute(sql.get(0));
        database.execute(sql.get(1));
        String[] hours = {"2026-01-05T06:00:00Z 40.0 50.0 60.0", "2026-01-05T07:00:00Z 90.0 90.0 90.0"};
        awaitRows(sql.get(3), hours);
        database.execute(sql.get(2));

        database.awaitCount("numbers", 0);
        publishTemperature("06:20:00", 1000);
        awaitFigure("everything", "dead-lettered", 1);
        assertThat(database.rows(sql.get(3))).containsExactly(hours);
        assertRefused(0x700e, "DROP DATABASE " + database.name());
        assertRefused(0x2619, sql.get(2).replace("30d", "29d"));
    }

    @Test
    void shouldShowAMachineAsOneRow() throws Exception {
        publish(
                "plant/press-7",
                "{\"time\": \"2026-01-05T06:00:00Z\", \"oil\": {\"temp\": 40}, \"speed\": 100, \"on\": true}",
                "{\"time\": \"2026-01-05T06:10:00Z\", \"speed\": 120, \"mode\": \"auto\", \"tool\": \"A\"}");
        database.awaitCount("texts", 2);
        database.awaitCount("numbers", 4);
        var sql = recipe("One row per machine");
        assertThat(sql).hasSize(4);

        assertThat(database.rows(sql.get(0)))
                .containsExactlyInAnyOrder(
                        "ns_n_877c5f9cd4f42490 plant.press-7.oil.temp", "ns_n_d14e7fcf352ebd8d plant.press-7.speed");
        database.execute(sql.get(1));
        database.execute(sql.get(2));
        assertThat(database.rows(sql.get(3)))
                .containsExactly("2026-01-05T06:00:00Z 40.0 100.0 1", "2026-01-05T06:10:00Z null 120.0 null");

        var texts = database.rows("SELECT DISTINCT tbname FROM texts");
        var column = "%s VARCHAR(%d) FROM %s.val";
        var mode = column.formatted("mode", 60_000, texts.get(0));
        database.execute("CREATE VTABLE one (ts TIMESTAMP, " + mode + ")");
        assertRefused(
                0x268f, "CREATE VTABLE short (ts TIMESTAMP, " + column.formatted("mode", 100, texts.get(0)) + ")");
        assertRefused(
                0x263e,
                "CREATE VTABLE two (ts TIMESTAMP, " + mode + ", " + column.formatted("tool", 60_000, texts.get(1))
                        + ")");
        database.execute("DROP TABLE ns_n_d14e7fcf352ebd8d");
        assertRefused(0x2603, sql.get(3));
    }

    @Test
    void shouldDrawCharts() throws Exception {
        publishTemperature("06:00:00", 40);
        publishTemperature("06:10:00", 60);
        publishTemperature("06:20:00", 70);
        publishTemperature("06:50:00", 90);
        publishTemperature("07:00:00", 50);
        publishTemperature("07:10:00", 55);
        database.awaitCount("numbers", 7);
        var sql = recipe("Charts");
        assertThat(sql).hasSize(4);

        String[] steps = {
            "2026-01-05T06:00:00Z 40.0",
            "2026-01-05T06:10:00Z 60.0",
            "2026-01-05T06:20:00Z 70.0",
            "2026-01-05T06:30:00Z 70.0",
            "2026-01-05T06:40:00Z 70.0",
            "2026-01-05T06:50:00Z 90.0",
            "2026-01-05T07:00:00Z 50.0",
            "2026-01-05T07:10:00Z 55.0"
        };
        assertThat(database.rows(sql.get(0))).containsExactly(steps);
        assertThat(database.rows(sql.get(0).replace("PREV", "NULL")))
                .contains("2026-01-05T06:30:00Z null", "2026-01-05T06:40:00Z null")
                .hasSize(steps.length);
        assertThat(database.query(sql.get(1)))
                .extracting(row -> Math.round((Double) row.get(1)))
                .containsExactly(40L, 65L, 77L, 87L, 50L);
        assertThat(database.query(sql.get(2))).hasSize(3);
        assertThat(database.rows(sql.get(3)))
                .containsExactly(
                        "2026-01-05T06:00:00Z plant.press-7.oil.temp 40.0 90.0",
                        "2026-01-05T07:00:00Z plant.press-7.oil.temp 50.0 55.0");
        assertRefused(0x263b, sql.get(0).replaceAll("AND ts < \\S+", ""));
    }

    @Test
    void shouldMeasureRunningTime() throws Exception {
        for (var state :
                List.of("06:00 true", "06:10 true", "06:20 false", "06:50 true", "07:00 false", "07:30 true")) {
            publishAt(state.substring(0, 5) + ":00", "\"on\": " + state.substring(6));
        }
        database.awaitCount("booleans", 6);
        var sql = recipe("Running time");

        assertThat(sql)
                .singleElement()
                .satisfies(runs -> assertThat(database.rows(runs))
                        .containsExactly(
                                "2026-01-05T06:00:00Z 2026-01-05T06:20:00Z 1200.0 3",
                                "2026-01-05T06:50:00Z 2026-01-05T07:00:00Z 600.0 2"));
        assertThat(database.rows(
                        "SELECT val, _wduration, COUNT(*) FROM booleans PARTITION BY tbname STATE_WINDOW(val)"))
                .contains("0 0 1", "1 600000000 2");
    }

    @Test
    void shouldSumShifts() throws Exception {
        publishAt("06:00:00", "\"pieces\": 2");
        publishAt("13:59:59", "\"pieces\": 3");
        publishAt("14:00:00", "\"pieces\": 10");
        publishAt("21:59:59", "\"pieces\": 20");
        publishAt("22:00:00", "\"pieces\": 100");
        database.awaitCount("numbers", 6);
        var sql = recipe("Shifts");
        String[] shifts = {"2026-01-05T06:00:00Z 5.0", "2026-01-05T14:00:00Z 30.0", "2026-01-05T22:00:00Z 100.0"};

        assertThat(sql).singleElement().satisfies(query -> {
            assertThat(database.rows(query)).containsExactly(shifts);
            assertThat(timesInShanghai(query.replace("_wstart", "CAST(_wstart AS BIGINT) / 1000")))
                    .containsExactly(1_767_592_800_000L, 1_767_621_600_000L, 1_767_650_400_000L);
        });
    }

    @Test
    void shouldShowTheAssetTree() throws Exception {
        publishAt("06:00:00", "\"speed\": 1, \"oil\": {\"temp\": 1}");
        database.awaitCount("numbers", 3);

        assertThat(recipe("The asset tree of IDMP"))
                .singleElement()
                .satisfies(query -> assertThat(database.rows(query))
                        .containsExactly("plant.press-7.oil.temp", "plant.press-7.speed", "started"));
    }

    private void publishTemperature(String time, int value) {
        publishAt(time, "\"oil\": {\"temp\": " + value + "}");
    }

    private void publishAt(String time, String members) {
        publish("plant/press-7", "{\"time\": \"2026-01-05T" + time + "Z\", " + members + "}");
    }

    private void publish(String topic, String... payloads) {
        var client = mqtt5("press");
        for (var payload : payloads) {
            client.publishWith()
                    .topic(topic)
                    .qos(MqttQos.AT_LEAST_ONCE)
                    .payload(utf8(payload))
                    .send();
        }
        client.disconnect();
    }

    /** Returns the statements of a section, with the names of this test's databases. */
    private List<String> recipe(String heading) throws IOException {
        var page = Files.readString(Path.of("docs/recipes.md"));
        var section = page.substring(page.indexOf("\n## " + heading + "\n") + 1);
        section = section.substring(0, (section + "\n## ").indexOf("\n## "));
        return SQL.matcher(section)
                .results()
                .flatMap(block -> Arrays.stream(block.group(1).split(";\n?")))
                .map(statement ->
                        statement.replaceAll("\\bmqtt\\b", database.name()).replaceAll("\\bhistory\\b", history()))
                .toList();
    }

    private String history() {
        return database.name() + "_history";
    }

    private void createSnode(String sql) throws SQLException {
        try {
            database.execute(sql);
        } catch (SQLException e) {
            assertThat(e.getErrorCode()).as(e.getMessage()).isEqualTo(SNODE_EXISTS); // an earlier test's
        }
    }

    private void awaitRows(String query, String... rows) {
        await(query + " giving " + List.of(rows))
                .ignoreExceptionsInstanceOf(SQLException.class)
                .untilAsserted(() -> assertThat(database.rows(query)).containsExactly(rows));
    }

    private void assertRefused(int code, String sql) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> database.rows(sql))
                .satisfies(e -> assertThat(e.getErrorCode()).as(e.getMessage()).isEqualTo(code));
    }

    private List<Long> timesInShanghai(String query) throws SQLException {
        var url = server.jdbcUrl() + "/" + database.name() + "?timezone=Asia/Shanghai";
        try (var connection = Connections.open(url, server.username(), server.password());
                var statement = connection.createStatement();
                var result = statement.executeQuery(query)) {
            var times = new ArrayList<Long>();
            while (result.next()) {
                times.add((long) result.getDouble(1));
            }
            return times;
        }
    }
}
