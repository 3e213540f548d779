package io.github.hivemqtdengine.loadtest.mqtt;

import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import io.github.hivemqtdengine.loadtest.mqtt.Broker.Seat;
import java.util.function.BiConsumer;

/**
 * Makes clients of a load.
 *
 * @param broker where they connect to
 * @param loop whose thread serves them
 * @param broken is told the client id whenever one is disconnected
 */
record Clients(Broker broker, Loop loop, BiConsumer<String, MqttClientDisconnectedContext> broken) {

    /** A seat on the common loop. */
    Seat seat(char kind, int number) {
        return new Seat(broker.clientId(kind, number), number, loop, true);
    }

    Link<?> link(Seat seat) {
        return broker.link(seat, context -> broken.accept(seat.clientId(), context));
    }
}
