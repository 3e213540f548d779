// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import com.hivemq.client.mqtt.MqttClientState;
import com.hivemq.client.mqtt.datatypes.MqttQos;
import com.hivemq.client.mqtt.datatypes.MqttTopic;
import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import com.hivemq.client.mqtt.lifecycle.MqttDisconnectSource;
import io.github.hivemqtdengine.loadtest.measure.EpochMicros;
import io.github.hivemqtdengine.loadtest.measure.SentLog;
import io.github.hivemqtdengine.loadtest.mqtt.link.Link;
import io.github.hivemqtdengine.loadtest.mqtt.payload.PayloadSource;
import io.github.hivemqtdengine.loadtest.scenario.PublisherPlan;
import java.util.Objects;

/**
 * Last will of a publisher. Each connection has a will of its own, numbered from {@link SentLog#FIRST_WILL}. The wills
 * of connections that end without a DISCONNECT are logged; those of connections that the load ends on purpose count as
 * acknowledged, so that they must be stored. Confined to the connection's thread.
 */
final class LastWill<M> {

    private final Link<M> link;
    private final MqttTopic topic;
    private final MqttQos qos;
    private final boolean retain;
    private final PayloadSource payloads;
    private final SentLog log;
    private boolean expected;

    /**
     * Adds wills to a link.
     *
     * @param pattern topic with {@code {client}}
     */
    LastWill(Link<M> link, String pattern, PublisherPlan plan, int publisher, PayloadSource payloads) {
        this.link = link;
        this.topic = MqttTopic.of(pattern.replace("{client}", Integer.toString(publisher)));
        this.qos = Objects.requireNonNull(MqttQos.fromCode(plan.qos()));
        this.retain = plan.retain();
        this.payloads = payloads;
        this.log = new SentLog(publisher);
        link.will(this::next);
    }

    private M next() {
        var payload = payloads.payload(SentLog.FIRST_WILL + log.size(), EpochMicros.now());
        return link.message(topic, payload, qos, retain);
    }

    /** Expects the end of the connection without a DISCONNECT. */
    void expect() {
        expected = true;
    }

    /** Logs the will of a connection that has ended, unless a DISCONNECT has ended it or it is a try to connect. */
    void disconnected(MqttClientDisconnectedContext context) {
        boolean isByDisconnect = context.getSource() == MqttDisconnectSource.USER;
        if (isByDisconnect || context.getClientConfig().getState() != MqttClientState.CONNECTED) {
            return;
        }
        int number = log.sent(EpochMicros.now());
        if (expected) {
            log.acknowledged(number);
        }
        expected = false;
    }

    /** Returns the wills of connections that ended without a DISCONNECT. */
    SentLog log() {
        return log;
    }
}
