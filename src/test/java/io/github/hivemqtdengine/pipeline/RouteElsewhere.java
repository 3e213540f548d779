// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.Route.RouteTopics;
import io.github.hivemqtdengine.route.Route.TimeKeys;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
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
    public RouteTopics topics() {
        return route.topics();
    }

    @Override
    public TimeKeys timeKeys() {
        return route.timeKeys();
    }

    @Override
    public List<Row> rows(InboundMessage message, MappingEvents events) throws MappingException {
        return route.rows(message, events);
    }
}
