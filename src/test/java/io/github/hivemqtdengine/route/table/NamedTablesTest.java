// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import static io.github.hivemqtdengine.route.Samples.cells;
import static io.github.hivemqtdengine.route.Samples.message;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.hivemqtdengine.expression.Template;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.EventCounts;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.Samples;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.stage.PayloadInput;
import io.github.hivemqtdengine.route.stage.RouteMemory;
import io.github.hivemqtdengine.route.table.TableSettings.AutoTags;
import io.github.hivemqtdengine.route.table.TableSettings.SuperTableNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Super tables that the measurements of lines name. */
class NamedTablesTest {

    private static final String MEASUREMENT = "${payload:/measurement}";

    private final EventCounts events = new EventCounts();

    private static Route route(String superTable, int tables, String... taken) {
        var settings = Samples.lines(superTable, tables, Set.of(taken), new AutoTags("/tags", 100));
        return RouteCompiler.compile(
                settings, PayloadInput.of(settings.payload().compression()), new RouteMemory());
    }

    private static Route route() {
        return route(MEASUREMENT, 100);
    }

    /** A route to the tables that a field of JSON names. */
    private static Route json(int longest) {
        return RouteCompiler.compile(Samples.withTables(
                "json",
                Samples.route(Samples.JSON, "m", Samples.ARRIVAL),
                new TableSettings(
                        "t_${payload:/kind}",
                        new SuperTableNames(Template.parse("t_${payload:/kind}"), 5, longest, Set.of()),
                        Template.parse("x_${payload:/kind}"),
                        TableSettings.UNLIMITED,
                        Samples.ARRIVAL,
                        List.of(Samples.value("v", "DOUBLE", "${payload:/v}")),
                        null,
                        List.of(Samples.value("kind", "VARCHAR(192)", "${payload:/kind}")),
                        null,
                        Sampling.NONE,
                        OnError.DROP,
                        TableSettings.OnTagChange.IGNORE)));
    }

    private List<Row> rows(Route route, String lines) throws MappingException {
        return route.rows(message(lines), events);
    }

    private List<String> names(Route route, String lines) throws MappingException {
        return rows(route, lines).stream().map(row -> row.shape().superTable()).toList();
    }

    private MappingException failure(Route route, String lines) {
        return requireNonNull(catchThrowableOfType(MappingException.class, () -> rows(route, lines)));
    }

    @Test
    void shouldHaveATableForEachMeasurement() throws Exception {
        var route = route();
        assertThat(route.tables()).isEmpty();

        var rows = rows(route, "cpu,host=a usage=1.5\nmem,host=a used=7i\ncpu,host=b ticks=1u");

        assertThat(rows).extracting(row -> row.shape().superTable()).containsExactly("cpu", "mem", "cpu");
        assertThat(cells(rows.get(0))).containsExactly("usage DOUBLE=1.5");
        assertThat(cells(rows.get(1))).containsExactly("used BIGINT=7");
        assertThat(route.tables())
                .extracting(table -> table.shape().superTable())
                .containsExactly("cpu", "mem");
        assertThat(rows).extracting(Row::table).isSubsetOf(route.tables());
        assertThat(rows.get(2).table()).isSameAs(rows.get(0).table());
        assertThat(route.hasNamedTables()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CPU | CPU",
                "disk.io | disk_io",
                "disk-io | disk_io",
                "a\\ b | a_b",
                "9volt | _9volt",
                "tbname | _tbname",
                "SubTable | _SubTable",
                "Größe | Größe",
                "温度 | 温度",
                "x`;DROP\\ TABLE\\ y;-- | x__DROP_TABLE_y___",
                "it's\"quoted\" | it_s_quoted_",
                "../../etc | ______etc",
                "\u202Ex | _x",
            })
    void shouldMakeNamesThatNeedNoQuotes(String measurement, String name) throws Exception {
        assertThat(names(route(), measurement + " v=1")).containsExactly(name);
    }

    /** Two measurements may have one name, but no subtable. */
    @Test
    void shouldTellMeasurementsOfOneTableApart() throws Exception {
        var rows = rows(route(), "a.b,h=x v=1\na-b,h=x v=2\na_b,h=x v=3");

        assertThat(rows).extracting(Row::table).containsOnly(rows.get(0).table());
        assertThat(rows).extracting(row -> row.tag(0)).containsExactly("a.b", "a-b", "a_b");
        assertThat(rows).extracting(Row::subtable).doesNotHaveDuplicates();
    }

    @Test
    void shouldRefuseFurtherTables() throws Exception {
        var route = route(MEASUREMENT, 2);
        rows(route, "a v=1\nb v=1\na v=2");

        var failure = failure(route, "b v=3\nc v=1");

        assertThat(failure.reason()).isEqualTo(DeadLetterReason.NAME);
        assertThat(failure.action()).isEqualTo(OnError.DEAD_LETTER);
        assertThat(failure.sentence())
                .isEqualTo(
                        "Record 2: The super table's name ${payload:/measurement} would be one more than tables=\"2\""
                                + " allows: c");
        assertThat(names(route, "b v=3")).containsExactly("b");
    }

    @Test
    void shouldKeepNoMoreThanItsLimitOfManyMeasurements() throws Exception {
        var route = route();
        int refused = 0;
        for (int i = 0; i < 10_000; i++) {
            try {
                rows(route, "m" + i + " v=1");
            } catch (MappingException e) {
                refused++;
            }
        }

        assertThat(refused).isEqualTo(9_900);
        assertThat(route.tables()).hasSize(100);
        assertThat(names(route, "m99 v=1")).containsExactly("m99");
    }

    @Test
    void shouldRefuseNamesThatAreTooLong() throws Exception {
        assertThat(names(route(), "n".repeat(192) + " v=1")).containsExactly("n".repeat(192));
        for (var measurement : List.of("n".repeat(193), "温".repeat(65), "n".repeat(60_000))) {
            assertThat(failure(route(), measurement + " v=1").sentence())
                    .isEqualTo("The super table's name ${payload:/measurement} is longer than 192 bytes");
        }
        assertThat(failure(route("lp_" + MEASUREMENT, 100), "n".repeat(190) + " v=1")
                        .reason())
                .isEqualTo(DeadLetterReason.NAME);
    }

    @ParameterizedTest
    @ValueSource(strings = {"alarms", "ALARMS", "_9x", "9x"})
    void shouldRefuseOtherTablesOfTheConfiguration(String measurement) {
        assertThat(failure(route(MEASUREMENT, 100, "alarms", "_9x"), measurement + " v=1")
                        .sentence())
                .contains("is that of another table of the configuration: ");
    }

    /** QuestDB counts characters. */
    @Test
    void shouldRefuseNamesThatAreTooLongForTheDatabase() throws Exception {
        var route = json(127);

        assertThat(names(route, "{\"kind\":\"" + "n".repeat(125) + "\",\"v\":1}"))
                .hasSize(1);
        assertThat(failure(route, "{\"kind\":\"" + "n".repeat(126) + "\",\"v\":1}")
                        .sentence())
                .isEqualTo("The super table's name t_${payload:/kind} is longer than 127 characters, the limit of the"
                        + " database");
        assertThat(route.tables()).hasSize(1);
    }

    /** In TDengine, super tables and subtables share their names. */
    @Test
    void shouldRefuseNamesOfSubtables() throws Exception {
        var route = route();
        var subtable = rows(route, "cpu,host=a v=1").get(0).subtable();

        assertThat(failure(route, subtable + " v=1").sentence()).contains("ends like a subtable's name", subtable);
    }

    @Test
    void shouldRefuseEmptyAndMissingValues() throws Exception {
        var route = json(192);

        assertThat(failure(route, "{\"kind\":\"\",\"v\":1}").sentence())
                .isEqualTo("The super table's name t_${payload:/kind} has an empty value");
        assertThat(failure(route, "{\"kind\":\"\",\"v\":1}").action()).isEqualTo(OnError.DROP);
        assertThat(failure(route, "{\"v\":1}").reason()).isEqualTo(DeadLetterReason.MISSING);
        var row = rows(route, "{\"kind\":\"pump\",\"v\":1}").get(0);
        assertThat(row.shape().superTable()).isEqualTo("t_pump");
        assertThat(row.table().isEvolving()).isFalse();
        assertThat(rows(route, "{\"kind\":\"pump\",\"v\":2}").get(0).table()).isSameAs(row.table());
    }

    @Test
    void shouldRefuseTemplatesThatNeedQuotes() {
        assertThatThrownBy(() -> new SuperTableNames(Template.parse("a.b_" + MEASUREMENT), 1, 192, Set.of()))
                .hasMessage("can't name super tables: beside the values, use letters, digits and _ only");
    }

    /** Two lanes must not make two tables of one name, or more than the limit. */
    @Test
    void shouldMakeEachTableOnceForManyThreads() throws Exception {
        var route = route(MEASUREMENT, 20);
        var lanes = Executors.newFixedThreadPool(4);
        try {
            Callable<Set<Row>> work = () -> {
                var mapped = new ArrayList<Row>();
                for (int i = 0; i < 2_000; i++) {
                    mapped.addAll(route.rows(
                            message("m" + i % 20 + ",t" + i / 20 % 7 + "=a f" + i / 20 % 5 + "=1i"),
                            (event, subject) -> {}));
                }
                return Set.copyOf(mapped);
            };
            var all = lanes.invokeAll(List.of(work, work, work, work));
            var rows = new ArrayList<Row>();
            for (var one : all) {
                rows.addAll(one.get());
            }
            assertThat(route.tables()).hasSize(20);
            assertThat(rows).extracting(Row::table).isSubsetOf(route.tables());
            assertThat(route.tables()).allSatisfy(table -> {
                assertThat(table.shape().columns()).hasSize(5);
                assertThat(table.shape().tags()).hasSize(8);
            });
            assertThat(rows)
                    .allSatisfy(
                            row -> assertThat(row.table().convert(row).values()).hasSize(13));
        } finally {
            lanes.shutdownNow();
        }
    }

    @Test
    void shouldRefuseAThousandTags() {
        var tags = IntStream.range(0, 1_000).mapToObj(i -> "t" + i + "=v").collect(Collectors.joining(","));
        var route = route();

        assertThat(failure(route, "m," + tags + " v=1").sentence())
                .startsWith("The tag \"t")
                .endsWith("can't be stored: the table has as many as its limit, 100, allows");
        assertThat(failure(route, "m," + tags + ",x=1 v=1").sentence())
                .isEqualTo("The record has more than 1,000 tags, or one with a pointer of more than 256 characters");
        assertThat(route.tables().get(0).shape().tags()).hasSize(1);
    }
}
