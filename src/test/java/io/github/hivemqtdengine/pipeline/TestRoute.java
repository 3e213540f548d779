// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.pipeline;

import io.github.hivemqtdengine.message.Column;
import io.github.hivemqtdengine.message.ColumnType;
import io.github.hivemqtdengine.message.DeadLetterReason;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Row;
import io.github.hivemqtdengine.message.TableHandle;
import io.github.hivemqtdengine.message.TableShape;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.Route.RouteTopics;
import io.github.hivemqtdengine.route.Route.TimeKeys;
import io.github.hivemqtdengine.route.conversion.MappingEvents;
import io.github.hivemqtdengine.route.conversion.MappingException;
import io.github.hivemqtdengine.route.conversion.OnError;
import io.github.hivemqtdengine.route.table.TimestampSettings.EqualTimestamps;
import io.github.hivemqtdengine.route.topic.TopicFilter;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A route for tests: the payload becomes a row whose only column it is. The payload {@code bad} can't be decoded,
 * {@code drop} is dropped by the mapping, and {@code defect} makes the route itself fail.
 */
public record TestRoute(
        String id,
        TopicFilter filter,
        EqualTimestamps onEqual,
        @Nullable Long time) implements Route {

    private static final TableHandle TABLE = TableHandle.of(
            new TableShape("t", "ts", null, List.of(new Column("v", ColumnType.parse("VARCHAR(64)"))), List.of()));

    public static TestRoute arrivalRoute(String id) {
        return new TestRoute(id, TopicFilter.parse(id + "/#"), EqualTimestamps.BUMP, null);
    }

    /** A route whose rows all have this time key, in epoch nanoseconds. */
    static TestRoute payloadTimeRoute(String id, EqualTimestamps onEqual, long time) {
        return new TestRoute(id, TopicFilter.parse(id + "/#"), onEqual, time);
    }

    @Override
    public String databaseId() {
        return "db";
    }

    @Override
    public List<TableHandle> tables() {
        return List.of(TABLE);
    }

    @Override
    public RouteTopics topics() {
        return RouteTopics.of(filter);
    }

    @Override
    public TimeKeys timeKeys() {
        return new TimeKeys(onEqual, time == null, false);
    }

    @Override
    public List<Row> rows(InboundMessage message, MappingEvents events) throws MappingException {
        var payload = new String(message.payload(), StandardCharsets.UTF_8);
        switch (payload) {
            case "bad" -> throw new MappingException(DeadLetterReason.DECODE, "not a line", OnError.DEAD_LETTER);
            case "drop" -> throw new MappingException(DeadLetterReason.TYPE_MISMATCH, "unwanted", OnError.DROP);
            case "defect" -> throw new IllegalStateException("a defect");
            default -> {}
        }
        long key = time == null ? message.arrivalMicros() * 1_000 : time;
        return List.of(new Row(
                TABLE.current(), message.topic(), key, message.arrivalMicros() * 1_000, new Object[] {payload}));
    }
}
