// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status.unmapped;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Intake that offers the messages that another one accepts, and the topics of publishes without a route, as samples. */
record SampledSink(MessageSink sink, SampleQueue samples) implements MessageSink {

    @Override
    public List<Route> match(String topic) {
        var routes = sink.match(topic);
        if (routes.isEmpty()) {
            samples.offer(topic);
        }
        return routes;
    }

    @Override
    public void accept(List<Route> matched, InboundMessage message, @Nullable PendingAck pendingAck) {
        sink.accept(matched, message, pendingAck);
        samples.offer(matched, message);
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
