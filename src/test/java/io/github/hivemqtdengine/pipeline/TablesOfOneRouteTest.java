// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static io.github.hivemqtdengine.pipeline.TestMessages.message;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Precision;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.metrics.PipelineMetrics;
import io.github.hivemqtdengine.pipeline.Routing.SharedTables;
import io.github.hivemqtdengine.pipeline.account.MappedMessage;
import io.github.hivemqtdengine.pipeline.account.QueuedMessage;
import io.github.hivemqtdengine.pipeline.account.RouteAccount;
import io.github.hivemqtdengine.pipeline.delivery.TimestampAllocator;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.Route.TimeKeys;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of one message that go to several tables, by a route that rejects equal times. */
class TablesOfOneRouteTest {

    /** A row of each table for every message, all of one time and one subtable's name. */
    private record Rejecting(List<TableHandle> tables) implements BareRoute {

        @Override
        public TimeKeys timeKeys() {
            return new TimeKeys(EqualTimestamps.REJECT, false, true);
        }

        @Override
        public List<Row> rows(InboundMessage message, MappingEvents events) {
            return tables.stream()
                    .map(table -> new Row(table.current(), message.topic(), 1_000, 0, new Object[] {1L}))
                    .toList();
        }
    }

    /** A row of one time for every message, in a table that the message names. */
    private record Naming(TableHandle table, boolean areArrivals) implements BareRoute {

        @Override
        public List<TableHandle> tables() {
            return List.of(table);
        }

        @Override
        public boolean hasNamedTables() {
            return true;
        }

        @Override
        public TimeKeys timeKeys() {
            return new TimeKeys(EqualTimestamps.BUMP, areArrivals, false);
        }

        @Override
        public List<Row> rows(InboundMessage message, MappingEvents events) {
            return List.of(new Row(table.current(), message.topic(), 1_000, 0, new Object[] {1L}));
        }
    }

    private static TableHandle table(String name) {
        return TableHandle.of(
                new TableShape(name, "ts", null, List.of(new Column("v", ColumnType.parse("INT"))), List.of()));
    }

    private static MappedMessage mapped(Route route, String topic) throws MappingException {
        var message = message(topic, "x");
        return new MappedMessage(
                new QueuedMessage(new RouteAccount("r", PipelineMetrics.NONE), message),
                route,
                route.rows(message, (event, subject) -> {}));
    }

    @Test
    void shouldNotTakeRowsOfOtherTablesForEqualOnes() throws Exception {
        var route = new Rejecting(List.of(table("readings"), table("alarms")));
        var keys = new TimestampAllocator(
                () -> SharedTables.NONE.and(RouteTable.of(List.of(route))).of("db"));

        assertThat(keys.assign(mapped(route, "a"), Precision.MICROSECONDS).rows())
                .hasSize(2);
        assertThatThrownBy(() -> keys.assign(mapped(route, "a"), Precision.MICROSECONDS))
                .isInstanceOf(MappingException.class)
                .hasMessageContaining("a row of the same timestamp is in subtable a already");
    }

    /** That two routes name one table shows with their rows only. */
    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void shouldTellRowsOfTwoRoutesApartThatNameOneTable(boolean isFirstOfArrival, boolean isSecondOfArrival)
            throws Exception {
        var keys = new TimestampAllocator(Set::of);

        assertThat(keys.assign(mapped(new Naming(table("m"), isFirstOfArrival), "a"), Precision.MICROSECONDS)
                        .rows())
                .extracting(Row::timestamp)
                .containsExactly(1_000L);
        assertThat(keys.assign(mapped(new Naming(table("m"), isSecondOfArrival), "a"), Precision.MICROSECONDS)
                        .rows())
                .extracting(Row::timestamp)
                .containsExactly(2_000L);
    }

    /** As where each of two tables takes some of the records. */
    @Test
    void shouldReleaseTheKeysOfATableThatARouteHasTwice() throws Exception {
        var both = new Rejecting(List.of(table("m"), table("m")));
        var one = new Rejecting(List.of(table("m")));
        var keys = new TimestampAllocator(
                () -> SharedTables.NONE.and(RouteTable.of(List.of(both))).of("db"));
        var refused = mapped(one, "a");
        var ofBoth = new MappedMessage(refused.queued(), both, refused.rows());

        keys.release(keys.assign(ofBoth, Precision.MICROSECONDS));

        assertThat(keys.assign(ofBoth, Precision.MICROSECONDS).rows()).hasSize(1);
    }
}
