// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status.silence;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Intake that notes the messages that another one accepts.
 *
 * @param note takes a route and the topic of its message; must not wait
 */
record NotingSink(MessageSink sink, BiConsumer<Route, String> note) implements MessageSink {

    @Override
    public void accept(List<Route> matched, InboundMessage message, @Nullable PendingAck pendingAck) {
        sink.accept(matched, message, pendingAck);
        for (var route : matched) {
            note.accept(route, message.topic());
        }
    }

    @Override
    public List<Route> match(String topic) {
        return sink.match(topic);
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
