// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import static io.github.hivemqtdengine.route.Samples.ARRIVAL;
import static io.github.hivemqtdengine.route.Samples.JSON;
import static io.github.hivemqtdengine.route.Samples.message;
import static io.github.hivemqtdengine.route.Samples.route;
import static io.github.hivemqtdengine.route.Samples.statement;
import static io.github.hivemqtdengine.route.Samples.value;
import static io.github.hivemqtdengine.route.Samples.withTables;
import static io.github.hivemqtdengine.route.Samples.withTags;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.RowBytes;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.table.TableSettings.AutoColumns;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The rows of one message, and the records that they are made from, have a limit in bytes. */
class RowLimitTest {

    private static final MappingEvents EVENTS = (event, subject) -> {};
    private static final PayloadSettings ROWS = new PayloadSettings(new JsonFormat(), RecordShape.rowsAt(""));
    private static final int MAX_ROWS = 99_999;
    private static final String LONG_TOPIC = "site/berlin/meter/7/" + "t".repeat(3_900);

    private static ValueSettings optional(String name, String type, String template) {
        return value(name, type, template, null, OnError.NULL, OnError.NULL);
    }

    private static String array(int rows, String row) {
        return "[" + (row + ",").repeat(rows - 1) + row + "]";
    }

    /** Returns an array of as many records as a message may have, none of which is like another. */
    private static String differentRecords() {
        return IntStream.range(0, MAX_ROWS)
                .mapToObj(i -> "{\"v\":" + i + "}")
                .collect(Collectors.joining(",", "[", "]"));
    }

    private static void assertRefused(Route route, String topic, String payload) {
        assertThatThrownBy(() -> route.rows(message(topic, payload), EVENTS))
                .isInstanceOfSatisfying(MappingException.class, e -> {
                    assertThat(e.reason()).isEqualTo(DeadLetterReason.DECODE);
                    assertThat(e.sentence()).contains(RowBytes.LIMIT + " bytes", "With row ", "smaller messages");
                });
    }

    @Test
    void shouldStoreRowsThatShareALongTopicInSeveralTables() throws Exception {
        var one = route(ROWS, "m", ARRIVAL, optional("v", "DOUBLE", "${payload:/v}"));
        var tables = IntStream.range(1, 4)
                .mapToObj(i -> Samples.route(
                                ROWS,
                                "m" + i,
                                ARRIVAL,
                                IntStream.range(0, i)
                                        .mapToObj(c -> value("t" + c, "VARCHAR(4096)", "${mqtt-topic}"))
                                        .toArray(ValueSettings[]::new))
                        .tables()
                        .get(0))
                .toArray(TableSettings[]::new);
        var route = RouteCompiler.compile(withTables("meters", one, tables));

        assertThat(route.rows(message(LONG_TOPIC, array(MAX_ROWS / 2, "{\"v\":1}")), EVENTS))
                .hasSize(MAX_ROWS / 2 * 3);
    }

    @Test
    void shouldRefuseEmptyRecordsOfAWideTable() {
        var columns = IntStream.range(0, 1_000)
                .mapToObj(i -> optional("c" + i, "DOUBLE", "${payload:/c" + i + "}"))
                .toArray(ValueSettings[]::new);

        assertRefused(
                RouteCompiler.compile(route(ROWS, "m", ARRIVAL, columns)),
                "site/berlin/meter/7",
                array(MAX_ROWS, "{}"));
    }

    @Test
    void shouldRefuseValuesThatEachRowMakesAnew() {
        var longOne = value("v", "VARCHAR(60000)", "${payload:/v}${mqtt-topic}${mqtt-topic}");

        assertRefused(RouteCompiler.compile(route(ROWS, "m", ARRIVAL, longOne)), LONG_TOPIC, differentRecords());
        assertRefused(
                statement(ROWS, "${payload:/v}, ${concat(payload:/v, mqtt-topic)}", ValueErrors.DEAD_LETTER),
                LONG_TOPIC,
                differentRecords());
    }

    /** A route that skips rows that can't be mapped must not store the first rows of such a message only. */
    @Test
    void shouldRefuseTheMessageWhereRowsMayBeSkipped() {
        var longOne =
                value("v", "VARCHAR(60000)", "${payload:/v}${mqtt-topic}", null, OnError.SKIP_ROW, OnError.SKIP_ROW);

        assertRefused(RouteCompiler.compile(route(ROWS, "m", ARRIVAL, longOne)), LONG_TOPIC, differentRecords());
    }

    private static Route thousandColumns() throws Exception {
        var route = withTags(
                route(ROWS, "m", ARRIVAL),
                new AutoColumns("", 1_000, false, ValueErrors.DEAD_LETTER),
                OnTagChange.IGNORE,
                value("topic", "VARCHAR(4096)", "${mqtt-topic}"));
        var all = IntStream.range(0, 1_000)
                .mapToObj(i -> "\"c" + i + "\":1")
                .collect(Collectors.joining(",", "[{", "}]"));
        route.rows(message(all), EVENTS);
        return route;
    }

    @Test
    void shouldStoreRecordsOfTheFirstOfManyAutomaticColumns() throws Exception {
        var route = thousandColumns();

        var rows = route.rows(message(LONG_TOPIC, array(MAX_ROWS, "{\"c0\":1}")), EVENTS);

        assertThat(rows).hasSize(MAX_ROWS);
        assertThat(RowBytes.ofRows(rows)).isLessThan(16 << 20);
        var row = rows.get(MAX_ROWS - 1);
        assertThat(row.column(0)).isEqualTo(1.0);
        assertThat(row.column(1)).isNull();
        assertThat(row.column(999)).isNull();
        assertThat(row.tag(0)).isEqualTo(LONG_TOPIC);
    }

    @Test
    void shouldRefuseRecordsOfTheLastOfManyAutomaticColumns() throws Exception {
        assertRefused(thousandColumns(), "site/berlin/meter/7", array(MAX_ROWS, "{\"c999\":1}"));
    }

    @Test
    void shouldRefuseRecordsWithManyFields() throws Exception {
        var fields =
                IntStream.range(0, 30).mapToObj(i -> "\"c" + i + "\":1").collect(Collectors.joining(",", "{", "}"));

        assertRefused(thousandColumns(), "site/berlin/meter/7", array(MAX_ROWS, fields));
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void shouldStoreTheLargestValuesOfFewRows(int rows) throws Exception {
        var route = RouteCompiler.compile(route(ROWS, "m", ARRIVAL, value("v", "BLOB", "${payload:/v}")));
        var json = RouteCompiler.compile(route(JSON, "m", ARRIVAL, value("v", "BLOB", "${payload:/v}")));
        var record = "{\"v\":\"" + "QUJD".repeat(1 << 20) + "\"}";

        assertThat(route.rows(message(array(rows, record)), EVENTS)).hasSize(rows);
        assertThat(json.rows(message(record), EVENTS)).hasSize(1);
    }
}
