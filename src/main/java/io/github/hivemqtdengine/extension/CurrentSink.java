package io.github.hivemqtdengine.extension;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.metrics.DropReason;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.RefusingSink;
import io.github.hivemqtdengine.pipeline.account.PendingAck;
import io.github.hivemqtdengine.pipeline.account.RejectedMessage;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.time.EpochClock;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sink that the interceptors of all connections use. It refuses messages until the pipeline has started, and then
 * forwards them to the pipeline. Thread-safe.
 */
final class CurrentSink implements MessageSink {

    private volatile MessageSink sink;
    private volatile EpochClock arrivals = EpochClock.SYSTEM;

    CurrentSink(RefusingSink refusing) {
        this.sink = refusing;
    }

    /** Forwards all later messages to this pipeline. */
    void replaceWith(Pipeline pipeline, EpochClock arrivalsOfPipeline) {
        arrivals = arrivalsOfPipeline;
        sink = pipeline;
    }

    /** Returns whether messages are refused, since the pipeline has not started. */
    boolean isRefusing() {
        return sink instanceof RefusingSink;
    }

    /** Returns the time of arrival for a message that arrives now, epoch microseconds. */
    long arrivalMicros() {
        return arrivals.micros();
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
    public void accept(List<Route> matched, InboundMessage message, @Nullable PendingAck pendingAck) {
        sink.accept(matched, message, pendingAck);
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
