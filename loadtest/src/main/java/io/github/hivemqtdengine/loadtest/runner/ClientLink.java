// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.runner;

import io.github.hivemqtdengine.loadtest.scenario.Fault;
import io.github.hivemqtdengine.loadtest.scenario.Scenario;
import io.github.hivemqtdengine.loadtest.stack.relay.TcpRelay;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.Optional;

/** Connection between clients and broker: the plain loopback interface, or a relay that emulates a link or is cut. */
final class ClientLink implements AutoCloseable {

    private final InetSocketAddress address;
    private final Optional<TcpRelay> relay;

    private ClientLink(InetSocketAddress address, Optional<TcpRelay> relay) {
        this.address = address;
        this.relay = relay;
    }

    static ClientLink to(InetSocketAddress broker, Scenario scenario) throws IOException {
        boolean isCut = scenario.faults().stream().anyMatch(fault -> fault.kind() == Fault.Kind.DISCONNECT_ALL);
        if (scenario.link().isEmpty() && !isCut) {
            return new ClientLink(broker, Optional.empty());
        }
        var relay = scenario.link().isPresent()
                ? TcpRelay.narrow(broker, scenario.link().get())
                : TcpRelay.to(broker);
        return new ClientLink(relay.address(), Optional.of(relay));
    }

    /** Returns the address for clients. */
    InetSocketAddress address() {
        return address;
    }

    /** Returns the relay, if there is one. */
    Optional<TcpRelay> relay() {
        return relay;
    }

    @Override
    public void close() {
        relay.ifPresent(TcpRelay::close);
    }
}
