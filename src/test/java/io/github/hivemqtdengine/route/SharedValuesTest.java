// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import static io.github.hivemqtdengine.route.Samples.message;
import static io.github.hivemqtdengine.route.Samples.value;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.TimestampConversion.TimestampUnit;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import io.github.hivemqtdengine.route.table.Sampling;
import io.github.hivemqtdengine.route.table.TableSettings;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import io.github.hivemqtdengine.route.table.TableSettings.SuperTableNames;
import io.github.hivemqtdengine.route.table.TimestampSettings;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import java.lang.management.ManagementFactory;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Rows of one element whose mapping refers to a long value of that element. A client chooses its length and theirs. */
class SharedValuesTest {

    private static final int ROWS = 5_000;
    private static final int ROWS_OF_THE_WORST = 90_000;
    private static final int LENGTH = 1_800_000;
    private static final int BYTES_OF_A_ROW = 4_000;

    private static final PayloadSettings READINGS =
            new PayloadSettings(new JsonFormat(), RecordShape.rowsAt("/devices/*/readings"));
    private static final String ID = " " + "i".repeat(LENGTH - 2) + " ";
    private static final InboundMessage LONG_ID = message(payload(ID, ROWS));
    private static final ValueSettings V = value("v", "BIGINT", "${payload:/v}");

    private final EventCounts events = new EventCounts();

    private static String payload(String id, int rows) {
        return "{\"devices\":[{\"id\":\"" + id + "\",\"readings\":["
                + "{\"v\":12345678901234},".repeat(rows - 1)
                + "{\"v\":1}]}]}";
    }

    /** Maps the message, which must not allocate more than a small multiple of its size and rows. */
    private List<Row> rows(Route route) throws MappingException {
        return rows(route, LONG_ID, ROWS);
    }

    private List<Row> rows(Route route, InboundMessage message, int count) throws MappingException {
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();
        var rows = route.rows(message, events);
        assertThat(threads.getCurrentThreadAllocatedBytes() - before)
                .isLessThan(20L * message.payload().length + (long) count * BYTES_OF_A_ROW);
        return rows;
    }

    private static Route route(String subtable, ValueSettings... columns) {
        return RouteCompiler.compile(Samples.route(READINGS, subtable, Samples.ARRIVAL, columns));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "r_${payload:../id}",
                "r_${payload:../id}_${payload:/v}",
                "r_${lower(payload:../id)}",
                "r_${concat(payload:../id, 'x')}",
                "r_${payload:../id}${regex(payload:../id, 'i+')}"
            })
    void shouldNameTheSubtableOfAllRows(String subtable) throws Exception {
        var rows = rows(route(subtable, V));

        assertThat(rows).hasSize(ROWS);
        assertThat(rows.get(0).subtable()).startsWith("r__ii").hasSize(192);
        assertThat(rows.get(1).subtable()).isEqualTo(rows.get(0).subtable());
    }

    /** This message of 4 MB once stopped a lane for more than a quarter of an hour. */
    @Test
    void shouldNameTheSubtableOfNinetyThousandRows() throws Exception {
        var rows = rows(route("r_${payload:../id}", V), message(payload(ID, ROWS_OF_THE_WORST)), ROWS_OF_THE_WORST);

        assertThat(rows).hasSize(ROWS_OF_THE_WORST);
        assertThat(rows.get(ROWS_OF_THE_WORST - 1).subtable())
                .isSameAs(rows.get(0).subtable());
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "${lower(payload:../id)} | ' iiiiiiii'",
                "${upper(trim(payload:../id))} | IIIIIIIII",
                "${concat(payload:../id, 'x')} | ' iiiiiiii'",
                "x${payload:../id} | x iiiiiii",
                "${regex(payload:../id, 'i+')} | iiiiiiiii",
                "${replace(payload:../id, 'i', 'k')} | ' kkkkkkkk'",
                "${if(payload:/v > 0, payload:../id, 'none')} | ' iiiiiiii'",
                "${payload:../id} | ' iiiiiiii'"
            })
    void shouldConvertTheValueOfAllRows(String template, String expected) throws Exception {
        var rows = rows(route("m", value("tag", "VARCHAR(9)", template, null, OnError.DEAD_LETTER, OnError.TRUNCATE)));

        assertThat(rows).hasSize(ROWS);
        assertThat(rows.get(0).column(0)).isEqualTo(expected);
        assertThat(rows)
                .allSatisfy(
                        row -> assertThat(row.column(0)).isSameAs(rows.get(0).column(0)));
        assertThat(events.of(MappingEvent.VALUES_TRUNCATED)).isEqualTo(ROWS);
    }

    @ParameterizedTest
    @EnumSource(names = {"NULL", "SKIP_ROW"})
    void shouldCountEachRowWhoseValueDoesNotFit(OnError onMismatch) throws Exception {
        var rows = rows(
                route("m", V, value("n", "INT", "${lower(payload:../id)}", null, OnError.DEAD_LETTER, onMismatch)));

        assertThat(rows).hasSize(onMismatch == OnError.NULL ? ROWS : 0);
        assertThat(events.of(MappingEvent.VALUES_NULLED)).isEqualTo(onMismatch == OnError.NULL ? ROWS : 0);
        assertThat(events.of(MappingEvent.ROWS_SKIPPED)).isEqualTo(onMismatch == OnError.NULL ? 0 : ROWS);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "lower(payload:../id) = 'x' | 0",
                "payload:../id = 5 | 0",
                "payload:../id != payload:/v | 5000",
                "contains(upper(payload:../id), 'II') and payload:/v > 0 | 5000",
                "switch(trim(payload:../id), 'a', 1, 0) = 0 | 5000",
                "one-of(trim(payload:../id), 'a', payload:/v) | 0",
                "payload:../id or true | 0"
            })
    void shouldSelectRows(String where, int selected) throws Exception {
        var like = Samples.route(READINGS, "m", Samples.ARRIVAL, V);
        var skip = new ValueErrors(OnError.SKIP_ROW, OnError.SKIP_ROW, OnError.SKIP_ROW, OnError.SKIP_ROW);
        var table = Samples.withCondition(like.tables().get(0), "meters", where, skip);

        assertThat(rows(RouteCompiler.compile(Samples.withTables("where", like, table))))
                .hasSize(selected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"t_${payload:../id}", "t_${lower(payload:../id)}", "t_${payload:../id}_${payload:/v}"})
    void shouldRefuseTheNameOfTheSuperTableForEachRow(String superTable) throws Exception {
        var like = Samples.route(READINGS, "m", Samples.ARRIVAL, V);
        var table = new TableSettings(
                superTable,
                new SuperTableNames(Template.parse(superTable), 5, 192, Set.of()),
                Template.parse("m"),
                TableSettings.UNLIMITED,
                Samples.ARRIVAL,
                List.of(V),
                null,
                List.of(value("kind", "VARCHAR(8)", "fixed")),
                null,
                Sampling.NONE,
                OnError.SKIP_ROW,
                OnTagChange.IGNORE);

        assertThat(rows(RouteCompiler.compile(Samples.withTables("named", like, table))))
                .isEmpty();
        assertThat(events.of(MappingEvent.ROWS_SKIPPED)).isEqualTo(ROWS);
    }

    @Test
    void shouldHashTheTagsOfAllRows() throws Exception {
        var route = Samples.withTags(
                Samples.route(READINGS, "m", Samples.ARRIVAL, V),
                null,
                OnTagChange.NEW_SUBTABLE,
                value("id", "VARCHAR(16000)", "${payload:../id}", null, OnError.DEAD_LETTER, OnError.TRUNCATE));

        var rows = rows(route);

        assertThat(rows).hasSize(ROWS);
        assertThat(rows)
                .allSatisfy(
                        row -> assertThat(row.subtable()).isEqualTo(rows.get(0).subtable()));
    }

    @ParameterizedTest
    @ValueSource(strings = {"${lower(payload:../id)}", "${concat(payload:../id, 'x')}", "${payload:../id}"})
    void shouldFillTheStatementOfAllRows(String template) throws Exception {
        var rows = rows(Samples.statement(READINGS, template + ", ${payload:/v}", ValueErrors.DEAD_LETTER));

        assertThat(rows).hasSize(ROWS);
        assertThat(rows.get(ROWS - 1).values()[0]).isSameAs(rows.get(0).values()[0]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "${payload:../id}",
                "${time(payload:../id)}",
                "${time(payload:../id, 'uuuu-MM-dd', 'Europe/Berlin')}",
                "${unix-time(payload:../id, 'ms')}"
            })
    void shouldSkipEachRowWithoutATime(String template) throws Exception {
        var time = new TimestampSettings(
                "ts", Template.parse(template), TimestampUnit.ISO_8601, OnError.SKIP_ROW, EqualTimestamps.BUMP, null);

        assertThat(rows(RouteCompiler.compile(Samples.route(READINGS, "m", time, V))))
                .isEmpty();
        assertThat(events.of(MappingEvent.ROWS_SKIPPED)).isEqualTo(ROWS);
    }

    /** Such a function has another result for each row, so that its work is limited instead. */
    @Test
    void shouldLimitTheWorkOfRowsThatCombineALongValueWithTheirOwn() throws Exception {
        var route = route(
                "m",
                value("c", "VARCHAR(9)", "${concat(payload:../id, payload:/v)}", null, OnError.NULL, OnError.NULL),
                V);
        int length = 4_000_000;
        var readings = "{\"v\":1},{\"v\":2},".repeat(500);
        var payload =
                "{\"devices\":[{\"id\":\"" + "i".repeat(length) + "\",\"readings\":[" + readings + "{\"v\":3}]}]}";
        var threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long before = threads.getCurrentThreadAllocatedBytes();

        var rows = route.rows(message(payload), events);

        assertThat(threads.getCurrentThreadAllocatedBytes() - before).isLessThan(1_200_000_000L);
        assertThat(rows).hasSize(1_001);
        assertThat(events.of(MappingEvent.VALUES_NULLED)).isEqualTo(1_001);
    }

    @Test
    void shouldKeepTheRowsOfElementsApart() throws Exception {
        var shape = new PayloadSettings(new JsonFormat(), RecordShape.rowsAt("/lines/*/devices/*/readings"));
        var route = RouteCompiler.compile(Samples.route(
                shape,
                "${payload:../../id}_${payload:../id}",
                Samples.ARRIVAL,
                value("a", "VARCHAR(90)", "${upper(payload:../../id)}"),
                value("b", "VARCHAR(90)", "${concat(payload:../id, payload:/v)}")));
        var line = "l".repeat(40);
        var device = "d".repeat(40);
        var devices = "[{\"id\":\"" + device + "1\",\"readings\":[{\"v\":1},{\"v\":2}]},{\"id\":\"" + device
                + "2\",\"readings\":[{\"v\":1}]},{\"id\":\"" + device + "2\",\"readings\":[{\"v\":1}]}]";

        var rows = route.rows(
                message("{\"lines\":[{\"id\":\"" + line + "1\",\"devices\":" + devices + "},{\"id\":\"" + line
                        + "2\",\"devices\":" + devices + "}]}"),
                events);

        assertThat(rows)
                .extracting(row -> row.subtable() + " " + row.column(0) + " " + row.column(1))
                .containsExactly(
                        row(line + 1, device + 1, 1),
                        row(line + 1, device + 1, 2),
                        row(line + 1, device + 2, 1),
                        row(line + 1, device + 2, 1),
                        row(line + 2, device + 1, 1),
                        row(line + 2, device + 1, 2),
                        row(line + 2, device + 2, 1),
                        row(line + 2, device + 2, 1));
    }

    private static String row(String line, String device, int v) {
        return line + "_" + device + " " + line.replace('l', 'L') + " " + device + v;
    }
}
