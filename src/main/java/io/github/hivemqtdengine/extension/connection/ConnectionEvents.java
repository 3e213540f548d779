// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.connection;

import io.github.hivemqtdengine.decode.json.JsonTree;
import io.github.hivemqtdengine.extension.connection.ClientConnections.ConnectionWatch;
import io.github.hivemqtdengine.extension.publish.ConnectionMetadata;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.time.EpochClock;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Converts the events of connections to messages, for routes with the source client events. */
public final class ConnectionEvents implements ConnectionWatch {

    private static final String TOPIC = "$client-events/";

    private final Supplier<MessageSink> sink;
    private final EpochClock arrivals;

    /** @param sink returns the sink to use now */
    public ConnectionEvents(Supplier<MessageSink> sink, EpochClock arrivals) {
        this.sink = sink;
        this.arrivals = arrivals;
    }

    @Override
    public void accepted(ClientConnection connection) {
        publish("connected", connection, null, connection.properties());
    }

    @Override
    public void ended(ClientConnection connection, ConnectionEnd end) {
        publish(end.isTakeover() ? "taken-over" : "disconnected", connection, end, end.properties());
    }

    private void publish(
            String event, ClientConnection connection, @Nullable ConnectionEnd end, Mqtt5Properties properties) {
        var topic = TOPIC + event;
        var routes = sink.get().match(MessageSource.CLIENT_EVENTS, topic);
        var message = new InboundMessage(
                topic,
                JsonTree.utf8(document(event, connection, end)),
                connection.clientId(),
                connection.userName(),
                0,
                false,
                false,
                properties,
                arrivals.micros());
        sink.get().accept(routes, message.with(connection.metadata().of(routes)));
    }

    private static Map<String, @Nullable Object> document(
            String event, ClientConnection connection, @Nullable ConnectionEnd end) {
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("event", event);
        fields.put("reason", end == null ? null : word(end.reason()));
        fields.put("reason-string", end == null ? null : end.reasonString());
        fields.put("initiated-by", end == null ? null : word(end.initiator()));
        fields.put("address", connection.address());
        fields.put("mqtt-version", ConnectionMetadata.versionOf(connection.version()));
        fields.put("keep-alive", connection.keepAlive());
        fields.put("clean-start", connection.cleanStart());
        fields.put("session-expiry", connection.sessionExpiry());
        return fields;
    }

    private static @Nullable String word(@Nullable Enum<?> constant) {
        return constant == null
                ? null
                : constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
