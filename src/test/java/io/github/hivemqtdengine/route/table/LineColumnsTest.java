// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import static io.github.hivemqtdengine.route.Samples.ARRIVAL;
import static io.github.hivemqtdengine.route.Samples.cells;
import static io.github.hivemqtdengine.route.Samples.message;
import static io.github.hivemqtdengine.route.Samples.value;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.hivemqtdengine.decode.RecordShape;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat;
import io.github.hivemqtdengine.decode.line.LineProtocolFormat.Precision;
import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.metrics.MappingEvent;
import io.github.hivemqtdengine.route.EventCounts;
import io.github.hivemqtdengine.route.PayloadSettings;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.Samples;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.conversion.ValueErrors;
import io.github.hivemqtdengine.route.table.TableSettings.AutoColumns;
import io.github.hivemqtdengine.route.table.TableSettings.OnTagChange;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Automatic columns of the line protocol, whose numbers have types. */
class LineColumnsTest {

    private static final PayloadSettings LINES =
            new PayloadSettings(new LineProtocolFormat(Precision.NS), RecordShape.ONE_RECORD);

    private final EventCounts events = new EventCounts();

    private static Route route(ValueErrors errors) {
        return Samples.withTags(
                Samples.route(LINES, "m", ARRIVAL),
                new AutoColumns("/fields", 100, true, errors),
                OnTagChange.IGNORE,
                value("host", "VARCHAR(8)", "${payload:/tags/host}"));
    }

    private Row row(Route route, String fields) throws MappingException {
        return route.rows(message("m,host=a " + fields), events).get(0);
    }

    private MappingException failure(Route route, String fields) {
        return requireNonNull(catchThrowableOfType(MappingException.class, () -> row(route, fields)));
    }

    @Test
    void shouldKeepTheTypesOfNumbers() throws Exception {
        var route = route(ValueErrors.DEAD_LETTER);

        assertThat(cells(row(route, "i=9007199254740993i,u=18446744073709551615u,f=5,b=t,s=\"x\"")))
                .containsExactly(
                        "i BIGINT=9007199254740993",
                        "u BIGINT UNSIGNED=18446744073709551615",
                        "f DOUBLE=5.0",
                        "b BOOL=true",
                        "s VARCHAR(64)=x");
        assertThat(cells(row(route, "f=5i,i=6,u=7i")))
                .containsExactly("i BIGINT=6", "u BIGINT UNSIGNED=7", "f DOUBLE=5.0");
        assertThat(cells(row(route, "f=9007199254740993"))).containsExactly("f DOUBLE=9.007199254740992E15");
    }

    @Test
    void shouldTreatNumbersThatDoNotFitAsTheMappingSays() throws Exception {
        var route = route(ValueErrors.DEAD_LETTER);
        row(route, "i=1i,u=1u");

        var failure = failure(route, "i=5.5");
        assertThat(failure.sentence()).contains("\"i\" of type BIGINT", "is not a whole number");
        assertThat(failure.reason()).isEqualTo(DeadLetterReason.TYPE_MISMATCH);
        assertThat(failure(route, "i=1e30").reason()).isEqualTo(DeadLetterReason.RANGE);
        assertThat(failure(route, "u=-1i").reason()).isEqualTo(DeadLetterReason.RANGE);

        var forgiving = route(new ValueErrors(OnError.NULL, OnError.NULL, OnError.TRUNCATE, OnError.NULL));
        row(forgiving, "i=1i,f=1");
        assertThat(cells(row(forgiving, "i=5.5,f=2"))).containsExactly("f DOUBLE=2.0");
        assertThat(events.of(MappingEvent.VALUES_NULLED)).isEqualTo(1);
    }

    @Test
    void shouldKeepTheTypesOfTheDatabase() throws Exception {
        var route = route(ValueErrors.DEAD_LETTER);
        var early = row(route, "n=7i,u=8u");
        route.tables()
                .get(0)
                .adopt(
                        List.of(
                                new Column("n", ColumnType.parse("DOUBLE")),
                                new Column("u", ColumnType.parse("DECIMAL(20,0)"))),
                        List.of(),
                        Set.of());

        assertThat(cells(route.tables().get(0).convert(early))).containsExactly("n DOUBLE=7.0", "u DECIMAL(20,0)=8");
        assertThat(cells(row(route, "n=5i,u=18446744073709551615u")))
                .containsExactly("n DOUBLE=5.0", "u DECIMAL(20,0)=18446744073709551615");
    }

    @Test
    void shouldLimitNamesAndFields() throws Exception {
        var route = route(ValueErrors.DEAD_LETTER);
        var fields = IntStream.range(0, 1_000).mapToObj(i -> "f" + i + "=1i").collect(Collectors.joining(","));

        assertThat(row(route, "tbname=1i,ts=2i," + "n".repeat(200) + "=3i,Größe\\ (mm)=4i")
                        .shape()
                        .columns())
                .extracting(Column::name)
                .satisfiesExactly(
                        name -> assertThat(name).isEqualTo("_tbname"),
                        name -> assertThat(name).startsWith("nnnn").hasSize(64),
                        name -> assertThat(name).isEqualTo("größe__mm_"));
        assertThat(events.subjects()).containsExactly("ts");
        assertThat(row(route, fields).shape().columns()).hasSize(100);
        assertThat(events.of(MappingEvent.FIELDS_LEFT_OUT)).isEqualTo(1 + 903);
    }
}
