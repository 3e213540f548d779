// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import static io.github.hivemqtdengine.route.Samples.ARRIVAL_MICROS;
import static io.github.hivemqtdengine.route.Samples.JSON;
import static io.github.hivemqtdengine.route.Samples.message;
import static io.github.hivemqtdengine.route.Samples.statement;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.json.JsonFormat;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.SqlTemplate;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StatementRouteTest {

    private static final MappingEvents EVENTS = (event, subject) -> {};
    private static final PayloadSettings ROWS = new PayloadSettings(new JsonFormat(), RecordShape.rowsAt("/r"));

    private static Route route(String values) {
        return statement(JSON, values, ValueErrors.DEAD_LETTER);
    }

    private static ValueErrors errors(OnError action) {
        return new ValueErrors(action, action, action, action);
    }

    @Test
    void shouldKeepTheKindOfEachValue() throws Exception {
        var route = route("${mqtt-topic:site}, ${arrival-time}, ${payload:/text}, ${payload:/whole}, ${payload:/huge},"
                + " ${payload:/decimal}, ${payload:/truth}, ${payload:/nothing}, ${payload:/object}, ${mqtt-qos}");

        var row = onlyRow(
                route,
                "{\"text\":\"');--\",\"whole\":7,\"huge\":18446744073709551616,\"decimal\":21.50,\"truth\":true,"
                        + "\"nothing\":null,\"object\":{\"a\":[1]}}");

        assertThat(row.values())
                .containsExactly(
                        "berlin",
                        Instant.EPOCH.plus(ARRIVAL_MICROS, ChronoUnit.MICROS),
                        "');--",
                        7L,
                        new BigInteger("18446744073709551616"),
                        new BigDecimal("21.50"),
                        true,
                        null,
                        "{\"a\":[1]}",
                        1L);
        assertThat(row.target())
                .isInstanceOfSatisfying(
                        SqlTemplate.class, sql -> assertThat(sql.head()).isEqualTo("INSERT INTO t VALUES "));
    }

    private static Row onlyRow(Route route, String payload) throws MappingException {
        var rows = route.rows(message(payload), EVENTS);
        assertThat(rows).hasSize(1);
        return rows.get(0);
    }

    @Test
    void shouldKnowNoTable() {
        var route = route("1");

        assertThat(route.tables()).isEmpty();
        assertThat(route.id()).isEqualTo("own");
    }

    @Test
    void shouldMakeARowOfEachRecord() throws Exception {
        var route = statement(ROWS, "${payload:/v}", ValueErrors.DEAD_LETTER);

        assertThat(route.rows(message("{\"r\":[{\"v\":1},{\"v\":2}]}"), EVENTS))
                .extracting(row -> row.values()[0])
                .containsExactly(1L, 2L);
        assertThat(route.decoded(message("{\"r\":[{\"v\":1}]}")).records()).hasSize(1);
    }

    @Test
    void shouldRejectMissingValues() {
        var route = route("${payload:/v}");

        assertThatThrownBy(() -> route.rows(message("{}"), EVENTS))
                .isInstanceOfSatisfying(MappingException.class, e -> {
                    assertThat(e.reason()).isEqualTo(DeadLetterReason.MISSING);
                    assertThat(e.action()).isEqualTo(OnError.DEAD_LETTER);
                    assertThat(e.sentence()).isEqualTo("The value of ${payload:/v}: is missing");
                });
    }

    @Test
    void shouldRejectTextThatNotEveryDatabaseStores() {
        var route = route("${payload:/v}");

        assertThatThrownBy(() -> route.rows(message("{\"v\":\"a\\u0000b\"}"), EVENTS))
                .isInstanceOfSatisfying(
                        MappingException.class, e -> assertThat(e.reason()).isEqualTo(DeadLetterReason.TYPE_MISMATCH));
    }

    @ParameterizedTest
    @EnumSource(names = {"NULL", "DEFAULT"})
    void shouldStoreNullWhereTheRouteSaysSo(OnError action) throws Exception {
        var counts = new EventCounts();
        var route = statement(JSON, "${payload:/v}, ${payload:/v + 1}", errors(action));

        var rows = route.rows(message("{\"v\":\"a\\u0000b\"}"), counts);

        assertThat(rows)
                .singleElement()
                .satisfies(row -> assertThat(row.values()).containsOnlyNulls());
        assertThat(counts.of(MappingEvent.VALUES_NULLED)).isEqualTo(2);
    }

    @Test
    void shouldNameTheRejectedRecord() {
        var route = statement(ROWS, "${payload:/v}", ValueErrors.DEAD_LETTER);

        assertThatThrownBy(() -> route.rows(message("{\"r\":[{\"v\":1},{}]}"), EVENTS))
                .hasMessageContaining("Record 2: The value of ${payload:/v}: is missing");
    }

    @Test
    void shouldSkipARowWhereTheRouteSaysSo() throws Exception {
        var counts = new EventCounts();
        var route = statement(ROWS, "${payload:/v}", errors(OnError.SKIP_ROW));

        assertThat(route.rows(message("{\"r\":[{\"v\":1},{},{\"v\":3}]}"), counts))
                .hasSize(2);
        assertThat(counts.of(MappingEvent.ROWS_SKIPPED)).isEqualTo(1);
    }
}
