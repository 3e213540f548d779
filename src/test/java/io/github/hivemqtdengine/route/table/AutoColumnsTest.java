// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import static io.github.hivemqtdengine.route.Samples.ARRIVAL;
import static io.github.hivemqtdengine.route.Samples.JSON;
import static io.github.hivemqtdengine.route.Samples.cells;
import static io.github.hivemqtdengine.route.Samples.message;
import static io.github.hivemqtdengine.route.Samples.value;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.cbor.CborFormat;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.EventCounts;
import io.github.hivemqtdengine.route.PayloadSettings;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.Samples;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.conversion.ValueSettings;
import io.github.hivemqtdengine.route.table.TableSettings.AutoColumns;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;

class AutoColumnsTest {

    private final EventCounts events = new EventCounts();

    private static Route route(AutoColumns auto, ValueSettings... declared) {
        return route(auto, OnTagChange.IGNORE, declared);
    }

    private static Route route(AutoColumns auto, OnTagChange onTagChange, ValueSettings... declared) {
        return Samples.withTags(
                Samples.route(JSON, "m_${mqtt-topic:meter}", ARRIVAL, declared),
                auto,
                onTagChange,
                value("kind", "VARCHAR(8)", "${payload:/kind}", null, OnError.NULL, OnError.NULL));
    }

    private static Route route(ValueSettings... declared) {
        return route(new AutoColumns("", 100, false, ValueErrors.DEAD_LETTER), declared);
    }

    private static Route forgiving() {
        return route(new AutoColumns(
                "", 100, false, new ValueErrors(OnError.NULL, OnError.NULL, OnError.TRUNCATE, OnError.DROP)));
    }

    private Row row(Route route, String payload) throws MappingException {
        return route.rows(message(payload), this::count).get(0);
    }

    /** Most messages here have nothing for the tag. */
    private void count(MappingEvent event, String subject) {
        if (!subject.equals("kind")) {
            events.count(event, subject);
        }
    }

    private static MappingException failure(Route route, String payload) {
        return requireNonNull(catchThrowableOfType(
                MappingException.class, () -> route.rows(message(payload), (event, subject) -> {})));
    }

    private static TableHandle table(Route route) {
        return route.tables().get(0);
    }

    private static Column column(String name, String type) {
        return new Column(name, ColumnType.parse(type));
    }

    @Test
    void shouldMakeColumnsOfFieldsByTheirValues() throws Exception {
        var route = route();
        assertThat(table(route).shape().columns()).isEmpty();

        assertThat(cells(row(route, "{\"t\":21,\"on\":true,\"env\":{\"Name\":\"x\"},\"none\":null,\"list\":[1]}")))
                .containsExactly("t DOUBLE=21.0", "on BOOL=true", "env_name VARCHAR(64)=x");
        assertThat(cells(row(route, "{\"more\":1.5,\"t\":20.5}"))).containsExactly("t DOUBLE=20.5", "more DOUBLE=1.5");
        assertThat(table(route).shape().columns())
                .extracting(Column::name)
                .containsExactly("t", "on", "env_name", "more");
    }

    @Test
    void shouldKeepTheTableAsLongAsItDoesNotEvolve() throws Exception {
        var route = route();
        var first = row(route, "{\"t\":1}");

        assertThat(row(route, "{\"t\":2}").version()).isSameAs(first.version());
        assertThat(row(route, "{\"t\":2,\"u\":1}").version()).isNotEqualTo(first.version());
        assertThat(first.table()).isSameAs(table(route));
    }

    @Test
    void shouldLeaveOutWhatTheMappingStoresOtherwise() throws Exception {
        var route = route(value("power", "INT", "${payload:/p}"));

        var row = row(route, "{\"p\":5,\"kind\":\"x\",\"q\":6,\"POWER\":7,\"ts\":8}");

        assertThat(cells(row)).containsExactly("power INT=5", "q DOUBLE=6.0");
        assertThat(row.tag(0)).isEqualTo("x");
        assertThat(events.of(MappingEvent.FIELDS_LEFT_OUT)).isEqualTo(2);
        assertThat(events.subjects()).containsExactly("power", "ts");
    }

    @Test
    void shouldLetTheFirstOfEqualNamesWin() throws Exception {
        assertThat(cells(row(route(), "{\"a-b\":1,\"a b\":2,\"a\":{\"b\":3}}"))).containsExactly("a_b DOUBLE=1.0");
        assertThat(events.of(MappingEvent.FIELDS_LEFT_OUT)).isEqualTo(2);
    }

    @Test
    void shouldStopAtTheLimit() throws Exception {
        var route = route(new AutoColumns("/d", 2, false, ValueErrors.DEAD_LETTER));
        table(route).adopt(List.of(column("known", "INT")), List.of(), Set.of());

        assertThat(cells(row(route, "{\"d\":{\"a\":1,\"b\":2,\"known\":3}}")))
                .containsExactly("a DOUBLE=1.0", "known INT=3");
        assertThat(events.subjects()).containsExactly("b");
    }

    @Test
    void shouldStopBelowTheWidestRow() throws Exception {
        var route = route();
        var long4 = "x".repeat(16_000);

        var row = row(
                route,
                "{\"a\":\"%s\",\"b\":\"%s\",\"c\":\"%s\",\"d\":\"%s\",\"e\":1}".formatted(long4, long4, long4, long4));

        assertThat(row.shape().columns()).extracting(Column::name).containsExactly("a", "b", "c", "e");
        assertThat(events.subjects()).containsExactly("d");
        row(route, "{\"f\":\"x\"}");
        assertThat(failure(route, "{\"f\":\"" + long4 + "\"}").sentence()).contains("VARCHAR(64)");
    }

    @Test
    void shouldWidenTexts() throws Exception {
        var route = route();
        var early = row(route, "{\"s\":\"ü\"}");

        assertThat(row(route, "{\"s\":\"" + "ü".repeat(33) + "\"}").shape().columns())
                .containsExactly(column("s", "VARCHAR(256)"));
        assertThat(cells(table(route).convert(early))).containsExactly("s VARCHAR(256)=ü");
        assertThat(failure(route, "{\"s\":\"" + "x".repeat(16_385) + "\"}").reason())
                .isEqualTo(DeadLetterReason.LENGTH);
        assertThat(cells(row(forgiving(), "{\"s\":\"" + "x".repeat(16_385) + "\"}"))
                        .get(0))
                .hasSize("s VARCHAR(16384)=".length() + 16_384);
        assertThat(events.of(MappingEvent.VALUES_TRUNCATED)).isEqualTo(1);
    }

    @Test
    void shouldTreatValuesOfAnotherTypeAsTheMappingSays() throws Exception {
        var route = route();
        row(route, "{\"t\":1,\"on\":true}");

        var failure = failure(route, "{\"new\":1,\"t\":\"error\"}");
        assertThat(failure.sentence()).contains("\"t\" of type DOUBLE", "\"error\" is not a number");
        assertThat(failure.reason()).isEqualTo(DeadLetterReason.TYPE_MISMATCH);
        assertThat(table(route).shape().columns()).hasSize(2);
        assertThat(cells(row(route, "{\"t\":\"2.5\",\"on\":0}"))).containsExactly("t DOUBLE=2.5", "on BOOL=false");

        var forgiving = forgiving();
        row(forgiving, "{\"t\":1}");
        assertThat(cells(row(forgiving, "{\"t\":\"error\",\"u\":2}"))).containsExactly("u DOUBLE=2.0");
        assertThat(events.of(MappingEvent.VALUES_NULLED)).isEqualTo(1);
    }

    @Test
    void shouldMakeNoColumnForAValueThatDoesNotFitAny() throws Exception {
        assertThat(failure(route(), "{\"n\":1e400}").sentence()).contains("is beyond DOUBLE");
        var forgiving = forgiving();
        assertThat(cells(row(forgiving, "{\"s\":\"\\u0000\",\"t\":1}"))).containsExactly("t DOUBLE=1.0");
        assertThat(table(forgiving).shape().columns()).hasSize(1);
    }

    @Test
    void shouldKeepEveryDigitOfIds() throws Exception {
        assertThat(cells(row(
                        route(),
                        "{\"id\":9007199254740993,\"neg\":-9007199254740993,\"u\":18446744073709551615,"
                                + "\"huge\":123456789012345678901234567890,\"less\":-9223372036854775809,"
                                + "\"n\":9007199254740992,\"e\":1e22,\"min\":-9223372036854775808}")))
                .containsExactly(
                        "id BIGINT=9007199254740993",
                        "neg BIGINT=-9007199254740993",
                        "u BIGINT UNSIGNED=18446744073709551615",
                        "huge VARCHAR(64)=123456789012345678901234567890",
                        "less VARCHAR(64)=-9223372036854775809",
                        "n DOUBLE=9.007199254740992E15",
                        "e DOUBLE=1.0E22",
                        "min DOUBLE=-9.223372036854776E18");
        assertThat(cells(row(route(), "{\"many\":" + "9".repeat(100) + "}")))
                .containsExactly("many VARCHAR(256)=" + "9".repeat(100));
    }

    @Test
    void shouldTellTypedIntegersFromOthers() {
        var zero = BigInteger.ZERO;
        assertThat(AutoType.of(zero, true)).isEqualTo(ColumnType.parse("BIGINT UNSIGNED"));
        assertThat(AutoType.of(5L, true)).isEqualTo(ColumnType.parse("BIGINT"));
        assertThat(AutoType.of(zero, false)).isEqualTo(ColumnType.parse("DOUBLE"));
        assertThat(AutoType.of(BigInteger.TEN, false)).isEqualTo(ColumnType.parse("DOUBLE"));
    }

    @Test
    void shouldStoreTheOtherFieldsBesideANumberThatItsColumnCanNotHold() throws Exception {
        var route = route(new AutoColumns(
                "",
                100,
                false,
                new ValueErrors(OnError.DEAD_LETTER, OnError.DEAD_LETTER, OnError.DEAD_LETTER, OnError.NULL)));
        row(route, "{\"t\":1,\"id\":9007199254740993}");

        assertThat(cells(row(route, "{\"t\":9007199254740993,\"id\":18446744073709551615,\"x\":1e400,\"y\":2}")))
                .containsExactly("y DOUBLE=2.0");
        assertThat(events.of(MappingEvent.VALUES_NULLED)).isEqualTo(3);
        assertThat(cells(row(route, "{\"t\":2,\"id\":\"9007199254740995\"}")))
                .containsExactly("t DOUBLE=2.0", "id BIGINT=9007199254740995");
    }

    @Test
    void shouldKeepBytesAsTheColumnHasThem() throws Exception {
        var route = Samples.withTags(
                Samples.route(
                        new PayloadSettings(new CborFormat(), RecordShape.ONE_RECORD),
                        "m_${mqtt-topic:meter}",
                        ARRIVAL),
                new AutoColumns("", 100, false, ValueErrors.DEAD_LETTER),
                OnTagChange.IGNORE);
        table(route).adopt(List.of(column("raw", "VARBINARY(8)")), List.of(), Set.of());
        var payload = HexFormat.of().parseHex("a263726177420001" + "6474657874" + "430a1b2c");

        var row = route.rows(Samples.messageOf(payload), this::count).get(0);

        assertThat(row.column(0)).isEqualTo(new byte[] {0, 1});
        assertThat(row.column(1)).isEqualTo("Chss");
        assertThat(row.shape().columns()).contains(column("text", "VARCHAR(64)"));
    }

    @Test
    void shouldNameTheLimitThatLeavesARecordWithoutColumns() throws Exception {
        var route = route(new AutoColumns("", 1, false, ValueErrors.DEAD_LETTER));
        row(route, "{\"a\":1}");

        assertThat(failure(route, "{\"t\":1}").sentence())
                .isEqualTo(
                        "The record has no field that becomes a column: \"t\" is left out, since the table has as many"
                                + " as the limit of <auto-columns>, 1, allows");
    }

    @Test
    void shouldTreatARecordWithoutColumnsAsTheMappingSays() throws Exception {
        assertThat(failure(route(), "{\"list\":[1],\"none\":null}").reason()).isEqualTo(DeadLetterReason.MISSING);
        assertThat(failure(route(), "5").reason()).isEqualTo(DeadLetterReason.MISSING);
        assertThat(forgiving().rows(message("{}"), events)).isEmpty();
        assertThat(events.of(MappingEvent.ROWS_SKIPPED)).isEqualTo(1);
        assertThat(cells(row(route(value("c", "INT", "1")), "{}"))).containsExactly("c INT=1");
    }

    @Test
    void shouldContinueWithTheTypesOfTheDatabase() throws Exception {
        var route = route();
        table(route).adopt(List.of(column("t", "INT"), column("s", "NCHAR(4)")), List.of(), Set.of("odd"));

        assertThat(cells(row(route, "{\"t\":1,\"s\":\"温度温度温\",\"odd\":2}")))
                .containsExactly("t INT=1", "s NCHAR(64)=温度温度温");
        assertThat(events.subjects()).containsExactly("odd");
        assertThat(failure(route, "{\"t\":1.5}").sentence()).contains("is not a whole number");
        assertThat(cells(row(route, "{\"t\":true}"))).containsExactly("t INT=1");
    }

    @Test
    void shouldBringEarlierRowsToTheTypesOfTheDatabase() throws Exception {
        var route = route();
        var fitting = row(route, "{\"t\":\"21\",\"n\":7,\"on\":true,\"kind\":\"k\"}");
        var other = row(route, "{\"t\":\"error\"}");
        var odd = row(route, "{\"odd\":1}");
        table(route).adopt(List.of(column("t", "DOUBLE"), column("n", "VARCHAR(8)")), List.of(), Set.of("odd"));

        var current = table(route).convert(fitting);
        assertThat(cells(current)).containsExactly("t DOUBLE=21.0", "n VARCHAR(8)=7", "on BOOL=true");
        assertThat(current.tag(0)).isEqualTo("k");
        assertThat(current.version()).isSameAs(table(route).current());
        for (var misfit : List.of(other, odd)) {
            assertThat(catchThrowableOfType(
                            IllegalArgumentException.class, () -> table(route).convert(misfit)))
                    .hasMessageContaining("Column");
        }
        assertThat(cells(row(route, "{\"t\":22}"))).containsExactly("t DOUBLE=22.0");
    }

    @Test
    void shouldNotChangeWhereTheDatabaseIsAsItIs() throws Exception {
        var route = route();
        var row = row(route, "{\"t\":1}");
        table(route).adopt(List.of(column("t", "DOUBLE"), column("other", "INT")), List.of(), Set.of());
        table(route).adopt(List.of(column("t", "DOUBLE")), List.of(), Set.of("site"));

        assertThat(table(route).current()).isSameAs(row.version());
        assertThat(table(route).convert(row)).isSameAs(row);
    }

    @Test
    void shouldNameSubtablesAfterTagsBesideAutomaticColumns() throws Exception {
        var route = route(
                new AutoColumns("", 100, false, ValueErrors.DEAD_LETTER),
                OnTagChange.NEW_SUBTABLE,
                value("power", "INT", "${payload:/p}"));

        var one = row(route, "{\"p\":5,\"kind\":\"x\",\"q\":6}").subtable();

        assertThat(row(route, "{\"p\":5,\"kind\":\"x\",\"r\":6}").subtable()).isEqualTo(one);
        assertThat(row(route, "{\"p\":5,\"kind\":\"y\",\"q\":6}").subtable()).isNotEqualTo(one);
    }

    @Test
    void shouldLoseNoColumnWhereManyThreadsMap() throws Exception {
        var route = route();
        var tasks = new ArrayList<Callable<List<Row>>>();
        for (int thread = 0; thread < 4; thread++) {
            int begin = thread * 20;
            tasks.add(() -> {
                var rows = new ArrayList<Row>();
                for (int i = 0; i < 40; i++) {
                    int field = (begin + i) % 80;
                    rows.addAll(route.rows(
                            message("{\"f" + field + "\":" + field + ",\"shared\":1}"), (event, subject) -> {}));
                }
                return rows;
            });
        }
        var pool = Executors.newFixedThreadPool(4);
        try {
            for (var result : pool.invokeAll(tasks)) {
                for (var row : result.get()) {
                    var cells = cells(table(route).convert(row));
                    assertThat(cells).hasSize(2).contains("shared DOUBLE=1.0");
                    var own = cells.stream()
                            .filter(cell -> cell.startsWith("f"))
                            .findFirst()
                            .orElseThrow();
                    var parts = own.split("[ =]", -1);
                    assertThat(Double.parseDouble(parts[2])).isEqualTo(Double.parseDouble(parts[0].substring(1)));
                }
            }
        } finally {
            pool.shutdownNow();
        }
        assertThat(table(route).shape().columns()).hasSize(81);
        assertThat(Arrays.asList(table(route).shape().columns().stream()
                        .map(Column::name)
                        .distinct()
                        .toArray()))
                .hasSize(81);
    }
}
