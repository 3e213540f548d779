// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.demo;

import com.google.inject.Injector;
import com.hivemq.bootstrap.NettyShutdownHook;
import com.hivemq.bootstrap.netty.NettyConfiguration;
import com.hivemq.common.shutdown.HiveMQShutdownHook;
import com.hivemq.common.shutdown.ShutdownHooks;
import com.hivemq.embedded.EmbeddedHiveMQ;
import com.hivemq.persistence.connection.ConnectionPersistence;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;

/**
 * Shutdown of a broker's network threads without Netty's quiet period.
 *
 * <p>HiveMQ's own hook disconnects the clients and then keeps the threads for two more seconds, for late tasks. This
 * hook does the same in the same place of the shutdown sequence, but ends the threads once they have no tasks.
 */
final class ImmediateNettyShutdown implements HiveMQShutdownHook {

    private static final long TIMEOUT_SECONDS = 60;

    private final ConnectionPersistence connections;
    private final NettyConfiguration netty;

    private ImmediateNettyShutdown(ConnectionPersistence connections, NettyConfiguration netty) {
        this.connections = connections;
        this.netty = netty;
    }

    /**
     * Replaces HiveMQ's own hook in a running broker.
     *
     * @throws IllegalStateException if this version of HiveMQ has another structure
     */
    static void install(EmbeddedHiveMQ broker) {
        var injector = injectorOf(broker);
        var hooks = injector.getInstance(ShutdownHooks.class);
        var replaced = hooks.getShutdownHooks().values().stream()
                .filter(NettyShutdownHook.class::isInstance)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("HiveMQ has no hook that shuts Netty down"));
        hooks.remove(replaced);
        hooks.add(new ImmediateNettyShutdown(
                injector.getInstance(ConnectionPersistence.class), injector.getInstance(NettyConfiguration.class)));
    }

    /** Returns the injector of a broker, whose class returns it to its own package only. */
    private static Injector injectorOf(EmbeddedHiveMQ broker) {
        try {
            var getter = broker.getClass().getDeclaredMethod("getInjector");
            getter.setAccessible(true);
            return (Injector) getter.invoke(broker);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("HiveMQ does not show its objects", e);
        }
    }

    @Override
    public String name() {
        return "Immediate Netty Shutdown";
    }

    @Override
    public Priority priority() {
        return Priority.MEDIUM;
    }

    @Override
    public void run() {
        disconnectClients();
        var workers = netty.getChildEventLoopGroup().shutdownGracefully(0, TIMEOUT_SECONDS, TimeUnit.SECONDS);
        var acceptors = netty.getParentEventLoopGroup().shutdownGracefully(0, TIMEOUT_SECONDS, TimeUnit.SECONDS);
        workers.syncUninterruptibly();
        acceptors.syncUninterruptibly();
    }

    private void disconnectClients() {
        try {
            connections.shutDown().get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException e) {
            throw new IllegalStateException("The clients are not disconnected", e.getCause());
        } finally {
            connections.interruptShutdown();
        }
    }
}
