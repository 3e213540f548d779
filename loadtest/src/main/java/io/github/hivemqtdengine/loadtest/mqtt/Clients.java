// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker.Seat;
import io.github.hivemqtdengine.loadtest.mqtt.link.Link;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import io.github.hivemqtdengine.loadtest.mqtt.link.LostConnections;
import io.github.hivemqtdengine.loadtest.scenario.MessageProperties;
import io.github.hivemqtdengine.loadtest.scenario.SessionPlan;
import java.util.function.Consumer;

/**
 * Factory of a load's clients.
 *
 * @param broker broker to connect to
 * @param loop event loop of the clients
 * @param lost lost connections of the clients
 */
record Clients(Broker broker, Loop loop, LostConnections lost) {

    /** Returns a seat on the common loop. */
    Seat seat(char kind, int number) {
        return new Seat(broker.clientId(kind, number), number, loop, true);
    }

    /**
     * Returns an unconnected client.
     *
     * @param properties properties of its messages
     * @param disconnected called first when a connection ends
     */
    Link<?> link(
            Seat seat,
            SessionPlan sessions,
            MessageProperties properties,
            Consumer<MqttClientDisconnectedContext> disconnected) {
        return broker.link(
                seat,
                sessions,
                properties,
                context -> {
                    disconnected.accept(context);
                    lost.disconnected(seat.clientId(), context);
                },
                lost);
    }
}
