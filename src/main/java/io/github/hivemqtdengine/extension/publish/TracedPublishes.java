// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.interceptor.publish.PublishInboundInterceptor;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundInput;
import com.hivemq.extension.sdk.api.interceptor.publish.parameter.PublishInboundOutput;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.trace.TracedSink;
import java.nio.ByteBuffer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Interceptor of one client that passes its publishes on, and shows them to a trace if one is active. Without a trace
 * it costs a look at the sink. Used by one thread at a time.
 */
public final class TracedPublishes implements PublishInboundInterceptor {

    private final String clientId;
    private final Supplier<MessageSink> sink;
    private final EpochClock arrivals;
    private final PublishInboundInterceptor interceptor;
    /** Trace of the PUBLISH that is being handled. */
    private @Nullable TracedSink tracing;

    /**
     * @param sink returns the sink to use now
     * @param arrivals the clock that stamps messages
     * @param interceptor returns the interceptor that uses this clock instead
     */
    public TracedPublishes(
            String clientId,
            Supplier<MessageSink> sink,
            EpochClock arrivals,
            Function<EpochClock, PublishInterceptor> interceptor) {
        this.clientId = clientId;
        this.sink = sink;
        this.arrivals = arrivals;
        this.interceptor = interceptor.apply(this::arrivalMicros);
    }

    @Override
    public void onInboundPublish(PublishInboundInput input, PublishInboundOutput output) {
        if (sink.get() instanceof TracedSink traced) {
            trace(traced, input, output);
        } else {
            interceptor.onInboundPublish(input, output);
        }
    }

    private void trace(TracedSink traced, PublishInboundInput input, PublishInboundOutput output) {
        var packet = input.getPublishPacket();
        int payloadBytes = packet.getPayload().map(ByteBuffer::remaining).orElse(0);
        if (!traced.beginPublish(clientId, packet.getTopic(), packet.getQos().getQosNumber(), payloadBytes)) {
            interceptor.onInboundPublish(input, output);
            return;
        }
        tracing = traced;
        try {
            interceptor.onInboundPublish(input, output);
        } finally {
            tracing = null;
            traced.endPublish();
        }
    }

    private long arrivalMicros() {
        long micros = arrivals.micros();
        var traced = tracing;
        if (traced != null) {
            traced.copied(micros);
        }
        return micros;
    }
}
