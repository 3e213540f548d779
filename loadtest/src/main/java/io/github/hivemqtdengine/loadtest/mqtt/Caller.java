// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.mqtt5.message.publish.Mqtt5Publish;
import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.LatencyHistogram;
import io.github.hivemqtdengine.loadtest.measure.LoadResult.Calls;
import io.github.hivemqtdengine.loadtest.mqtt.link.Device;
import io.github.hivemqtdengine.loadtest.mqtt.link.LinkV5;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import io.github.hivemqtdengine.loadtest.scenario.LoadPlan.CallPlan;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** Caller of devices: sends the next request after the previous answer or timeout. Confined to its loop's thread. */
final class Caller {

    private final LinkV5 link;
    private final CallPlan plan;
    private final MqttQos qos;
    private final Loop loop;
    private final LatencyHistogram answered = new LatencyHistogram();
    private final CompletableFuture<@Nullable Void> through = new CompletableFuture<>();
    private long unanswered;
    private long calledMicros;
    private int call = -1;
    private boolean open;

    Caller(LinkV5 link, CallPlan plan, Loop loop) {
        this.link = link;
        this.plan = plan;
        this.qos = Objects.requireNonNull(MqttQos.fromCode(plan.qos()));
        this.loop = loop;
    }

    CompletableFuture<?> connect() {
        return link.connect().thenCompose(receiveMaximum -> link.subscribe("device/+/response", qos, this::answered));
    }

    void start() {
        loop.eventLoop().execute(this::next);
    }

    /** Completes when every call was answered or has timed out. */
    CompletableFuture<?> through() {
        return through;
    }

    /** Stops calling; completes with the results. */
    CompletableFuture<Calls> end() {
        return CompletableFuture.supplyAsync(this::outcome, loop.eventLoop());
    }

    CompletableFuture<?> disconnect() {
        return link.disconnect();
    }

    private Calls outcome() {
        if (open) {
            open = false;
            unanswered++;
        }
        call = plan.count();
        return new Calls(answered, unanswered);
    }

    private void next() {
        call++;
        if (call >= plan.count()) {
            through.complete(null);
            return;
        }
        int device = call % plan.devices();
        int thisCall = call;
        open = true;
        calledMicros = EpochMicros.now();
        var unused = link.publish(Mqtt5Publish.builder()
                .topic(Device.requestTopic(device))
                .payload(Device.payload(device, call, 0, calledMicros))
                .qos(qos)
                .responseTopic(Device.responseTopic(device))
                .correlationData(ByteBuffer.allocate(Integer.BYTES).putInt(0, call))
                .build());
        long due = calledMicros + TimeUnit.NANOSECONDS.toMicros(plan.timeout().toNanos());
        loop.timer().at(due, () -> timedOut(thisCall));
    }

    private void timedOut(int thatCall) {
        if (open && call == thatCall) {
            open = false;
            unanswered++;
            next();
        }
    }

    private void answered(Mqtt5Publish answer) {
        var correlation = answer.getCorrelationData();
        if (open && correlation.isPresent() && Device.callOf(correlation.get()) == call) {
            open = false;
            answered.add(EpochMicros.now() - calledMicros);
            next();
        }
    }
}
