// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.Link;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import io.github.hivemqtdengine.loadtest.mqtt.payload.Stamp;
import io.github.hivemqtdengine.loadtest.scenario.SubscriberPlan;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Subscriber. A slow one sleeps on its connection's thread, which is not shared then: it neither reads nor acknowledges
 * meanwhile, which creates backpressure for the broker.
 */
final class ReceivingClient {

    private final String clientId;
    private final Link<?> link;
    private final Loop loop;
    private final MqttQos qos;
    private final String filter;
    private final long delayNanos;
    private final TopicStamps stamps;
    private final int group;
    private final DeliveryCheck check;
    private final Recording recording;
    private final Stamp stamp = new Stamp();

    /** @param group position of its group in the plan, from 0 */
    ReceivingClient(
            Broker.Seat seat,
            Link<?> link,
            int group,
            SubscriberPlan plan,
            TopicStamps stamps,
            DeliveryCheck check,
            Recording recording) {
        this.clientId = seat.clientId();
        this.link = link;
        this.loop = seat.loop();
        this.group = group;
        this.qos = Objects.requireNonNull(MqttQos.fromCode(plan.qos()));
        this.filter = plan.filter();
        this.delayNanos = plan.delay().toNanos();
        this.stamps = stamps;
        this.check = check;
        this.recording = recording;
    }

    /**
     * Connects and subscribes.
     *
     * @param share prefix of a shared subscription, otherwise empty
     */
    CompletableFuture<?> connect(String share) {
        return link.connect().thenCompose(receiveMaximum -> link.subscribe(share + filter, qos, this::delivered));
    }

    CompletableFuture<?> echo() {
        return link.echo();
    }

    CompletableFuture<?> disconnect() {
        return link.disconnect();
    }

    private void delivered(MqttTopic topic, ByteBuffer payload, boolean retained) {
        long now = EpochMicros.now();
        var notes = loop.notes();
        if (notes == null || retained) {
            return; // from before the start
        }
        if (!stamps.read(topic, payload, stamp)) {
            return; // from another load, or a last will
        }
        boolean old = stamp.isTimed() && stamp.sentMicros() < notes.startMicros();
        if (old || !count()) {
            return; // from before the start, or from another load
        }
        notes.received(now);
        if (stamp.isTimed()) {
            notes.latency(group, now, now - stamp.sentMicros());
        }
        recording.received(now, clientId, stamp.isTimed() ? Math.max(0, now - stamp.sentMicros()) : 0);
        if (delayNanos > 0) {
            takeTime();
        }
    }

    private boolean count() {
        if (!stamps.areNumbered()) {
            check.came();
            return true;
        }
        boolean isWill = stamp.message() >= SentLog.FIRST_WILL;
        return stamp.isNumbered() && !isWill && check.came(stamp.publisher(), stamp.message());
    }

    private void takeTime() {
        long end = System.nanoTime() + delayNanos;
        for (long rest = delayNanos; rest > 0 && !loop.isClosed(); rest = end - System.nanoTime()) {
            LockSupport.parkNanos(this, Math.min(rest, TimeUnit.MILLISECONDS.toNanos(100)));
        }
    }
}
