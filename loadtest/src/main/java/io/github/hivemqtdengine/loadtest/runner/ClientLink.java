package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.scenario.Link;
import io.github.hivemqtdengine.loadtest.stack.relay.TcpRelay;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Connection between clients and broker: the plain loopback interface or an emulated link. */
final class ClientLink implements AutoCloseable {

    private final InetSocketAddress address;
    private final Optional<TcpRelay> relay;

    private ClientLink(InetSocketAddress address, Optional<TcpRelay> relay) {
        this.address = address;
        this.relay = relay;
    }

    static ClientLink to(InetSocketAddress broker, Optional<Link> link) throws IOException {
        if (link.isEmpty()) {
            return new ClientLink(broker, Optional.empty());
        }
        var relay = TcpRelay.narrow(broker, link.get());
        return new ClientLink(relay.address(), Optional.of(relay));
    }

    /** Returns the address for clients. */
    InetSocketAddress address() {
        return address;
    }

    @Override
    public void close() {
        relay.ifPresent(TcpRelay::close);
    }
}
