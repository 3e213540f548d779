// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.decode.NotStoredYetException;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Lost;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.route.Route.TimeKeys;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** A Sparkplug route for tests: the payload becomes a row whose only column it is. A full disk takes no birth. */
final class EdgeNodeRoute implements BareRoute {

    final AtomicInteger tries = new AtomicInteger();
    final List<InboundMessage> lostMessages = new CopyOnWriteArrayList<>();
    final List<Long> lostUntil = new CopyOnWriteArrayList<>();
    final List<Long> lostCopiesUntil = new CopyOnWriteArrayList<>();
    volatile boolean isDiskFull;

    private final TestRoute rows = TestRoute.arrivalRoute("r");
    private final String databaseId;

    EdgeNodeRoute() {
        this("db");
    }

    EdgeNodeRoute(String databaseId) {
        this.databaseId = databaseId;
    }

    @Override
    public String databaseId() {
        return databaseId;
    }

    @Override
    public boolean ordersByEdgeNode() {
        return true;
    }

    @Override
    public void lost(Lost lost) {
        if (lost.message() == null) {
            (lost.areCopied() ? lostCopiesUntil : lostUntil).add(lost.untilMicros());
        } else {
            lostMessages.add(lost.message());
        }
    }

    @Override
    public List<TableHandle> tables() {
        return rows.tables();
    }

    @Override
    public TimeKeys timeKeys() {
        return rows.timeKeys();
    }

    @Override
    public List<Row> rows(InboundMessage message, MappingEvents events) throws MappingException {
        tries.incrementAndGet();
        if (isDiskFull) {
            throw new NotStoredYetException("The disk is full", new IOException("No space left on device"));
        }
        return rows.rows(message, events);
    }
}
