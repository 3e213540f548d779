// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.metrics.AccountCounter;
import io.github.hivemqtdengine.route.Route.TimeKeys;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.stage.RouteMemory;
import io.github.hivemqtdengine.route.stage.TagChanges;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import java.util.List;
import org.junit.jupiter.api.Test;

class TagsOfSeveralLanesTest extends RunningPipelines {

    @Test
    void shouldCountAChangeThatComesOverAnotherLane() {
        var pipeline = start(settings(4, 10), new OneSubtable(new TagChanges(new RouteMemory(), Row::subtable)));

        for (int i = 0; i < 8; i++) {
            publish(pipeline, "a/" + i, "0");
            awaitCompleted(pipeline, "a");
        }

        assertThat(pipeline.counters("a").get(AccountCounter.TAG_CHANGES)).isEqualTo(7);
    }

    /** All topics feed one subtable, and are its tag. */
    private record OneSubtable(TagChanges tags) implements BareRoute {

        private static final Column TEXT = new Column("v", ColumnType.parse("VARCHAR(64)"));
        private static final TableHandle TABLE = TableHandle.of(
                new TableShape("t", "ts", null, List.of(TEXT), List.of(new Column("topic", TEXT.type()))));

        @Override
        public String id() {
            return "a";
        }

        @Override
        public List<TableHandle> tables() {
            return List.of(TABLE);
        }

        @Override
        public TimeKeys timeKeys() {
            return new TimeKeys(EqualTimestamps.BUMP, true, false);
        }

        @Override
        public List<Row> rows(InboundMessage message, MappingEvents events) {
            var rows = List.of(new Row(TABLE.current(), "s", 0, 0, new Object[] {"v", message.topic()}));
            tags.count(rows, events);
            return rows;
        }
    }
}
