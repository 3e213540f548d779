package io.github.hivemqtdengine.loadtest.mqtt;

import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker.Seat;
import io.github.hivemqtdengine.loadtest.mqtt.link.Link;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import java.util.function.BiConsumer;

/**
 * Factory of a load's clients.
 *
 * @param broker broker to connect to
 * @param loop event loop of the clients
 * @param broken receives the client id on each disconnect
 */
record Clients(Broker broker, Loop loop, BiConsumer<String, MqttClientDisconnectedContext> broken) {

    /** Returns a seat on the common loop. */
    Seat seat(char kind, int number) {
        return new Seat(broker.clientId(kind, number), number, loop, true);
    }

    Link<?> link(Seat seat) {
        return broker.link(seat, context -> broken.accept(seat.clientId(), context));
    }
}
