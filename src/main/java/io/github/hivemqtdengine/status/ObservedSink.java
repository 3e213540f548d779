// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Intake that shows the messages that another one accepts, and the topics of publishes without a route.
 *
 * @param unmatched takes the topics; must not wait
 * @param accepted takes the messages and their routes; must not wait
 */
public record ObservedSink(
        MessageSink sink, Consumer<String> unmatched, BiConsumer<List<Route>, InboundMessage> accepted)
        implements MessageSink {

    /** @param accepted takes the messages and their routes; must not wait */
    public ObservedSink(MessageSink sink, BiConsumer<List<Route>, InboundMessage> accepted) {
        this(sink, topic -> {}, accepted);
    }

    @Override
    public void accept(List<Route> matched, InboundMessage message, @Nullable PendingAck pendingAck) {
        sink.accept(matched, message, pendingAck);
        accepted.accept(matched, message);
    }

    @Override
    public List<Route> match(String topic) {
        var routes = sink.match(topic);
        if (routes.isEmpty()) {
            unmatched.accept(topic);
        }
        return routes;
    }

    @Override
    public List<Route> match(MessageSource source, String topic) {
        return sink.match(source, topic);
    }

    @Override
    public List<Route> filter(List<Route> matched, InboundMessage message, int payloadBytes) {
        return sink.filter(matched, message, payloadBytes);
    }

    @Override
    public void reject(List<Route> matched, RejectedMessage message, @Nullable PendingAck pendingAck) {
        sink.reject(matched, message, pendingAck);
    }

    @Override
    public void drop(List<Route> matched, DropReason reason) {
        sink.drop(matched, reason);
    }
}
