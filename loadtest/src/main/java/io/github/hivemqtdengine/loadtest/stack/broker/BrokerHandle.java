// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.broker;

import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.stack.database.DatabaseLink;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Running broker: one started for a plan, or the user's own. */
public final class BrokerHandle implements AutoCloseable {

    private final Mode mode;
    private final InetSocketAddress address;
    private final Optional<BrokerJvm> jvm;
    private final Optional<DatabaseLink> link;

    private BrokerHandle(Mode mode, InetSocketAddress address, Optional<BrokerJvm> jvm, Optional<DatabaseLink> link) {
        this.mode = mode;
        this.address = address;
        this.jvm = jvm;
        this.link = link;
    }

    public static BrokerHandle of(Mode mode, BrokerJvm jvm, Optional<DatabaseLink> link) {
        return new BrokerHandle(mode, jvm.address(), Optional.of(jvm), link);
    }

    /** Returns the user's own broker, which is never stopped. */
    public static BrokerHandle at(Mode mode, InetSocketAddress address) {
        return new BrokerHandle(mode, address, Optional.empty(), Optional.empty());
    }

    public Mode mode() {
        return mode;
    }

    /** Returns the address for clients. */
    public InetSocketAddress address() {
        return address;
    }

    /** Returns the broker's process; empty while it is stopped, and for the user's own broker. */
    public List<ProcessHandle> processes() {
        return jvm.map(BrokerJvm::processes).orElse(List.of());
    }

    /** Returns the broker's heap after a full collection, in bytes; empty for the user's own broker. */
    public OptionalLong heapBytes() throws IOException, InterruptedException {
        return jvm.isPresent() ? jvm.get().heapBytes() : OptionalLong.empty();
    }

    /** Returns whether the broker can be stopped and started again: it is not the user's own. */
    public boolean isOurs() {
        return jvm.isPresent();
    }

    public void stop() throws IOException {
        jvm.orElseThrow().stop();
    }

    /** Kills the broker, as {@code kill -9} does. */
    public void kill() throws IOException {
        jvm.orElseThrow().kill();
    }

    /** Starts the broker again, with its data and port, and waits until it accepts clients. */
    public void start() throws IOException {
        jvm.orElseThrow().start();
    }

    /** Returns whether the broker is running; always true for the user's own broker. */
    public boolean isAlive() {
        return jvm.isEmpty() || processes().stream().anyMatch(ProcessHandle::isAlive);
    }

    /** Returns the link to the database if faults can be injected into it. */
    public Optional<DatabaseLink> link() {
        return link.filter(DatabaseLink::isRelayed);
    }

    @Override
    public void close() throws IOException {
        try {
            if (jvm.isPresent()) {
                jvm.get().close();
            }
        } finally {
            link.ifPresent(DatabaseLink::close);
        }
    }
}
