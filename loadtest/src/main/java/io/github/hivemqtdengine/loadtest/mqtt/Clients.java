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
import java.io.IOException;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Factory of a load's clients.
 *
 * @param broker broker to connect to
 * @param share share of the load generator
 * @param publishing event loops of the publishers
 * @param receiving event loops of the subscribers, apart from slow ones
 * @param lost lost connections of the clients
 */
record Clients(Broker broker, Share share, List<Loop> publishing, List<Loop> receiving, LostConnections lost) {

    Seat publisher(String group, int number) throws IOException {
        return seat(group, 'p', number, publishing);
    }

    Seat subscriber(String group, int number) throws IOException {
        return seat(group, 's', number, receiving);
    }

    /** Distributes the clients evenly; each of them, and its state, is confined to its loop. */
    private Seat seat(String group, char kind, int number, List<Loop> loops) throws IOException {
        return broker.seat(group, kind, number, loops.get(share.position(number) % loops.size()), true);
    }

    Stream<Loop> loops() {
        return Stream.concat(publishing.stream(), receiving.stream());
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
