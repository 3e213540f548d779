// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.route;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.route.Route.RouteTopics;
import io.github.hivemqtdengine.route.Route.TimeKeys;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.List;
import java.util.Set;

/** A route that only has topics. */
record StubRoute(String id, Set<MessageSource> sources, List<TopicFilter> filters, List<TopicFilter> excludes)
        implements Route {

    static StubRoute of(String id, String... filters) {
        return new StubRoute(
                id,
                Set.of(MessageSource.PUBLISHES),
                List.of(filters).stream().map(TopicFilter::parse).toList(),
                List.of());
    }

    StubRoute ofSource(MessageSource... others) {
        return new StubRoute(id, Set.of(others), filters, excludes);
    }

    StubRoute without(String... filters) {
        return new StubRoute(
                id,
                sources,
                this.filters,
                List.of(filters).stream().map(TopicFilter::parse).toList());
    }

    @Override
    public String databaseId() {
        return "db";
    }

    @Override
    public List<TableHandle> tables() {
        var column = new Column("v", ColumnType.parse("INT"));
        return List.of(TableHandle.of(new TableShape("t", "ts", null, List.of(column), List.of(column))));
    }

    @Override
    public RouteTopics topics() {
        return new RouteTopics(sources, filters, excludes);
    }

    @Override
    public TimeKeys timeKeys() {
        return new TimeKeys(EqualTimestamps.BUMP, true, false);
    }

    @Override
    public List<Row> rows(InboundMessage message, MappingEvents events) {
        return List.of();
    }
}
