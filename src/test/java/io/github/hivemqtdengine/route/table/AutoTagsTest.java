// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route.table;

import static io.github.hivemqtdengine.route.Samples.cells;
import static io.github.hivemqtdengine.route.Samples.message;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.route.EventCounts;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.Samples;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.table.TableSettings.AutoTags;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tags that lines of one measurement add to its table. */
class AutoTagsTest {

    private final EventCounts events = new EventCounts();
    private final Route route = route(100);

    private static Route route(int limit) {
        return RouteCompiler.compile(
                Samples.lines("${payload:/measurement}", 5, Set.of(), new AutoTags("/tags", limit)));
    }

    private static Route route(String subtable, OnError onNameError) {
        return RouteCompiler.compile(Samples.lines(
                "${payload:/measurement}", 5, Set.of(), new AutoTags("/tags", 100), subtable, onNameError));
    }

    private Row row(String line) throws MappingException {
        return route.rows(message(line), events).get(0);
    }

    private static MappingException failure(Route route, String line) {
        return requireNonNull(
                catchThrowableOfType(MappingException.class, () -> route.rows(message(line), (event, subject) -> {})));
    }

    private static List<String> tags(Row row) {
        var tags = row.shape().tags();
        return IntStream.range(0, tags.size())
                .mapToObj(i -> tags.get(i).name() + " " + tags.get(i).type() + "=" + row.tag(i))
                .toList();
    }

    private static Column column(String name, String type) {
        return new Column(name, ColumnType.parse(type));
    }

    @Test
    void shouldMakeTagsOfTheTagsOfALine() throws Exception {
        assertThat(tags(row("cpu,host=a,Core-No=1 v=1i")))
                .containsExactly("measurement VARCHAR(192)=cpu", "core_no VARCHAR(128)=1", "host VARCHAR(128)=a");
        var later = row("cpu,host=a,region=eu v=2i");
        assertThat(tags(later))
                .containsExactly(
                        "measurement VARCHAR(192)=cpu",
                        "core_no VARCHAR(128)=null",
                        "host VARCHAR(128)=a",
                        "region VARCHAR(128)=eu");
        assertThat(cells(later)).containsExactly("v BIGINT=2");
        assertThat(tags(row("cpu v=3i")))
                .startsWith("measurement VARCHAR(192)=cpu")
                .hasSize(4);
    }

    @Test
    void shouldKeepTheOneTagOfALineWithoutTags() throws Exception {
        assertThat(tags(row("cpu v=1i"))).containsExactly("measurement VARCHAR(192)=cpu");
    }

    /** A restart, a replay and another broker have to find the same subtables, so these must never change. */
    @Test
    void shouldNameSubtablesByTheMeasurementAndTheTags() throws Exception {
        var name = row("cpu,host=a,region=eu v=1").subtable();

        assertThat(name).matches("cpu_[0-9a-f]{32}");
        assertThat(row("cpu,region=eu,host=a v=1").subtable()).isEqualTo(name);
        row("cpu,host=a,rack=7 v=1");
        assertThat(row("cpu,host=a,region=eu v=1").subtable()).isEqualTo(name);
        assertThat(List.of(
                        name,
                        row("cpu,host=a v=1").subtable(),
                        row("cpu,host=eu,region=a v=1").subtable(),
                        row("cpu v=1").subtable(),
                        row("mem,host=a,region=eu v=1").subtable()))
                .doesNotHaveDuplicates();
        assertThat(name).isEqualTo("cpu_3315f50028c3e668348250e07d213415");
    }

    @Test
    void shouldConvertRowsOfEarlierVersions() throws Exception {
        var early = row("cpu,host=a v=1i");
        row("cpu,region=eu w=1i");

        var converted = early.table().convert(early);

        assertThat(tags(converted))
                .containsExactly("measurement VARCHAR(192)=cpu", "host VARCHAR(128)=a", "region VARCHAR(128)=null");
        assertThat(cells(converted)).containsExactly("v BIGINT=1");
    }

    @Test
    void shouldWidenTagsForLongValues() throws Exception {
        var early = row("cpu,host=a v=1i");

        assertThat(row("cpu,host=" + "x".repeat(200) + " v=1i").shape().tags())
                .containsExactly(column("measurement", "VARCHAR(192)"), column("host", "VARCHAR(256)"));
        assertThat(tags(early.table().convert(early))).contains("host VARCHAR(256)=a");
    }

    @Test
    void shouldNotStoreALineWithoutOneOfItsTags() throws Exception {
        var narrow = route(2);
        narrow.rows(message("cpu,a=1,b=2 v=1"), events);

        assertThat(failure(narrow, "cpu,a=1,c=3 v=1").sentence())
                .isEqualTo("The tag \"c\" can't be stored: the table has as many as its limit, 2, allows");
        assertThat(failure(narrow, "cpu,a=1,c=3 v=1").reason()).isEqualTo(DeadLetterReason.NAME);
        assertThat(narrow.tables().get(0).shape().tags()).hasSize(3);
        assertThat(failure(route, "cpu,a=" + "x".repeat(9_000) + ",b=" + "y".repeat(9_000) + " v=1")
                        .sentence())
                .isEqualTo("The tag \"a\" can't be stored: with it the table could have more than 16384 bytes");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "cpu,measurement=x v=1 | The tag \"measurement\" can't be stored: its name is in use",
                "cpu,ts=x v=1          | The tag \"ts\" can't be stored: its name is in use",
                "cpu,used=x v=1        | The tag \"used\" can't be stored: its name is in use",
                "cpu,a.b=x,a-b=y v=1   | Two tags of the record have the name \"a_b\"",
            })
    void shouldNotStoreALineWhoseTagHasATakenName(String line, String sentence) throws Exception {
        row("cpu used=1i");

        assertThat(failure(route, line).sentence()).isEqualTo(sentence);
    }

    @Test
    void shouldLeaveOutOnlyTheLineIfSoConfigured() throws Exception {
        var skipping = route("${payload:/measurement}", OnError.SKIP_ROW);

        var rows = skipping.rows(message("cpu,host=a v=1i\ncpu,measurement=x v=2i\ncpu,host=b v=3i"), events);

        assertThat(rows).extracting(row -> row.tag(1)).containsExactly("a", "b");
    }

    /** The subtable's name alone may not tell the values apart, as here. */
    @Test
    void shouldStoreATagThatOnlyTheNameOfTheSubtableReads() throws Exception {
        var lower = route("${payload:/measurement}_${lower(payload:/tags/host)}", OnError.DEAD_LETTER);

        var rows = lower.rows(message("cpu,host=A v=1i\ncpu,host=a v=2i"), events);

        assertThat(tags(rows.get(0))).contains("host VARCHAR(128)=A");
        assertThat(tags(rows.get(1))).contains("host VARCHAR(128)=a");
        assertThat(rows).extracting(Row::subtable).doesNotHaveDuplicates();
    }

    @Test
    void shouldLeaveOutFieldsWithTheNameOfATag() throws Exception {
        assertThat(cells(row("cpu,host=a host=\"b\",v=1i"))).containsExactly("v BIGINT=1");
        assertThat(events.subjects()).containsExactly("host");
    }

    /** After a restart, the database knows more than the route. */
    @Test
    void shouldAdoptTheTagsOfTheDatabase() throws Exception {
        var early = row("cpu,host=a,used=x v=1i");
        var table = early.table();

        table.adopt(
                List.of(column("v", "DOUBLE"), column("used", "BIGINT")),
                List.of(column("measurement", "VARCHAR(192)"), column("host", "NCHAR(8)"), column("region", "INT")),
                Set.of());

        assertThatThrownBy(() -> table.convert(early))
                .hasMessage("Tag \"used\" can't be written, as the database has it");
        assertThat(tags(row("cpu,host=b,region=7 v=2")))
                .containsExactly("measurement VARCHAR(192)=cpu", "host NCHAR(8)=b", "region INT=7");
        assertThat(failure(route, "cpu,region=eu v=2").reason()).isEqualTo(DeadLetterReason.TYPE_MISMATCH);
        assertThat(failure(route, "cpu,used=eu v=2").sentence()).contains("its name is in use");
    }

    @Test
    void shouldAdoptTheSymbolsOfQuestDb() throws Exception {
        var table = row("cpu,host=a v=1i").table();
        var symbols = List.of(column("host", "VARCHAR(64)"), column("region", "VARCHAR(64)"));

        table.adopt(
                List.of(column("v", "BIGINT"), symbols.get(0), symbols.get(1), column("note", "VARCHAR(64)")),
                symbols,
                Set.of());

        assertThat(tags(row("cpu,host=b,region=eu v=2i")))
                .containsExactly("measurement VARCHAR(192)=cpu", "host VARCHAR(64)=b", "region VARCHAR(64)=eu");
        assertThat(cells(row("cpu,host=b note=\"x\",region=\"y\",v=1i")))
                .containsExactlyInAnyOrder("v BIGINT=1", "note VARCHAR(64)=x");
        assertThat(failure(route, "cpu,note=b v=2i").sentence()).contains("its name is in use");
    }
}
