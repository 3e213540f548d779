package io.github.hivemqtdengine.loadtest.mqtt;

import io.github.hivemqtdengine.loadtest.mqtt.link.Broker;
import io.github.hivemqtdengine.loadtest.mqtt.link.Broker.Seat;
import io.github.hivemqtdengine.loadtest.mqtt.link.Link;
import io.github.hivemqtdengine.loadtest.mqtt.link.Loop;
import io.github.hivemqtdengine.loadtest.mqtt.link.LostConnections;

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

    Link<?> link(Seat seat) {
        return broker.link(seat, lost);
    }
}
