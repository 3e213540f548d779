package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.table.EqualTimestamps;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.util.List;

/** A test's route into another database. */
record RouteElsewhere(TestRoute route, String databaseId) implements Route {

    @Override
    public String id() {
        return route.id();
    }

    @Override
    public List<TableHandle> tables() {
        return route.tables();
    }

    @Override
    public List<TopicFilter> filters() {
        return route.filters();
    }

    @Override
    public List<TopicFilter> excludes() {
        return route.excludes();
    }

    @Override
    public EqualTimestamps onEqual() {
        return route.onEqual();
    }

    @Override
    public boolean timestampIsArrival() {
        return route.timestampIsArrival();
    }

    @Override
    public boolean manyRows() {
        return route.manyRows();
    }

    @Override
    public List<Row> rows(InboundMessage message, MappingEvents events) throws MappingException {
        return route.rows(message, events);
    }
}
