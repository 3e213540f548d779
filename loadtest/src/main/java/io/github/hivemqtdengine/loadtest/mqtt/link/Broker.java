// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttClientExecutorConfig;
import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttClientState;
import com.hivemq.client.mqtt.MqttClientTransportConfig;
import com.hivemq.client.mqtt.MqttWebSocketConfig;
import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings.Credentials;
import io.github.hivemqtdengine.loadtest.scenario.Identities.Identity;
import io.github.hivemqtdengine.loadtest.scenario.MessageProperties;
import io.github.hivemqtdengine.loadtest.scenario.SessionPlan;
import io.reactivex.internal.schedulers.ImmediateThinScheduler;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Broker address and client settings. */
public final class Broker {

    private static final int VERSION_3 = 3;
    private static final int ADDRESSES_A_BYTE = 254;
    private static final int LOOPBACK = 127;
    private static final Duration LASTING = Duration.ofHours(1);
    private static final long FIRST_DELAY_MILLIS = 100;
    private static final long LONGEST_DELAY_MILLIS = 2_000;
    /** Longest time that faster connecting catches up with. */
    private static final long MOST_BEHIND_NANOS = 50_000_000;

    private final InetSocketAddress address;
    private final String clientPrefix;
    private final ClientSettings settings;
    private final long turnNanos;
    private final Tls tls = new Tls();
    private final Semaphore open = new Semaphore(ConnectQueue.OPEN_AT_A_TIME);
    private long nextTurn = System.nanoTime();

    /** @param generators number of load generators, which divide the connect rate among them */
    public Broker(InetSocketAddress address, String clientPrefix, ClientSettings settings, int generators) {
        this.address = address;
        this.clientPrefix = clientPrefix;
        this.settings = settings;
        this.turnNanos =
                settings.connectRate() == 0 ? 0 : TimeUnit.SECONDS.toNanos(generators) / settings.connectRate();
    }

    public ClientSettings settings() {
        return settings;
    }

    public InetSocketAddress address() {
        return address;
    }

    public String clientPrefix() {
        return clientPrefix;
    }

    /**
     * Adds a connection attempt to a queue, with a connect rate at its turn and once fewer than 100 are open, so that
     * none are left in the queue when a stall of the broker ends. Confined to one thread.
     */
    public CompletableFuture<?> connect(ConnectQueue queue, Supplier<CompletableFuture<?>> connect)
            throws InterruptedException {
        if (turnNanos == 0) {
            return queue.add(connect);
        }
        open.acquire();
        nextTurn = Math.max(nextTurn, System.nanoTime() - MOST_BEHIND_NANOS) + turnNanos;
        TimeUnit.NANOSECONDS.sleep(nextTurn - System.nanoTime());
        var connected = queue.add(connect);
        var unused = connected.whenComplete((nothing, error) -> open.release());
        return connected;
    }

    /**
     * Returns the seat of a client.
     *
     * @param group name of its group; empty for an idle connection
     * @param kind {@code p} (publishers), {@code s} (subscribers) or {@code c} (crowd)
     * @param pings whether keep-alive is on; off for a thread that sleeps
     * @throws IOException if a file of its certificate is unreadable or invalid
     */
    public Seat seat(String group, char kind, int number, Loop loop, boolean pings) throws IOException {
        var identity = settings.identity(group, number);
        var name = "-" + kind + number;
        return seat(identity.clientId().orElse(clientPrefix + name), name, number, identity, loop, pings);
    }

    /** Returns the seat of a client that has no number, with the credentials of an idle connection. */
    public Seat seat(String clientId, Loop loop) throws IOException {
        return seat(clientId, clientId, 0, settings.identity("", 0), loop, true);
    }

    private Seat seat(String clientId, String name, int number, Identity identity, Loop loop, boolean pings)
            throws IOException {
        try {
            var config = identity.tls().isPresent()
                    ? Optional.of(tls.of(identity.tls().get()))
                    : Optional.<MqttClientSslConfig>empty();
            return new Seat(clientId, name, number, identity.credentials(), config, loop, pings);
        } catch (IOException e) {
            throw new IOException(clientId + ": " + Failures.text(e), e);
        }
    }

    /** Returns an unconnected client that reconnects if the settings or its sessions say so. */
    public Link<?> link(
            Seat seat,
            SessionPlan sessions,
            MessageProperties properties,
            Consumer<MqttClientDisconnectedContext> disconnected,
            LostConnections lost) {
        var builder = builder(seat, disconnected);
        boolean returns = settings.reconnect() || sessions.churn().isPresent();
        var expiry = sessions.expiry().orElse(returns ? LASTING : Duration.ZERO);
        return link(
                returns
                        ? reconnecting(builder).addConnectedListener(context -> lost.connected(seat.clientId()))
                        : builder,
                options(seat, expiry, properties));
    }

    /** Returns an unconnected client that does not reconnect by itself. */
    public Link<?> link(Seat seat, Consumer<MqttClientDisconnectedContext> disconnected) {
        return link(builder(seat, disconnected), options(seat, Duration.ZERO, MessageProperties.NONE));
    }

    private Link<?> link(MqttClientBuilder builder, LinkOptions options) {
        return settings.mqttVersion() == VERSION_3
                ? new LinkV3(builder.useMqttVersion3(), options)
                : new LinkV5(builder.useMqttVersion5(), options);
    }

    /** Returns an unconnected client with the features of MQTT 5. */
    public LinkV5 linkV5(Seat seat, Consumer<MqttClientDisconnectedContext> disconnected) {
        return new LinkV5(
                builder(seat, disconnected).useMqttVersion5(), options(seat, Duration.ZERO, MessageProperties.NONE));
    }

    private LinkOptions options(Seat seat, Duration sessionExpiry, MessageProperties properties) {
        return new LinkOptions(
                seat.credentials(),
                seat.pings() ? settings.keepAlive() : Duration.ZERO,
                sessionExpiry,
                properties,
                seat.number());
    }

    private MqttClientBuilder builder(Seat seat, Consumer<MqttClientDisconnectedContext> disconnected) {
        var executors = MqttClientExecutorConfig.builder()
                .nettyExecutor(seat.loop().group())
                .applicationScheduler(
                        ImmediateThinScheduler.INSTANCE) // messages stay on the thread of their connection
                .build();
        return MqttClient.builder()
                .identifier(seat.clientId())
                .transportConfig(transport(seat))
                .executorConfig(executors)
                .addDisconnectedListener(disconnected::accept);
    }

    /** The library resends what is unacknowledged, and subscribes again if the broker has lost the session. */
    private static MqttClientBuilder reconnecting(MqttClientBuilder builder) {
        return builder.automaticReconnect()
                .initialDelay(FIRST_DELAY_MILLIS, TimeUnit.MILLISECONDS)
                .maxDelay(LONGEST_DELAY_MILLIS, TimeUnit.MILLISECONDS)
                .applyAutomaticReconnect()
                .addDisconnectedListener(Broker::republish);
    }

    /** Lets a first connect fail at once. */
    private static void republish(MqttClientDisconnectedContext context) {
        var reconnector = context.getReconnector();
        if (context.getClientConfig().getState() == MqttClientState.CONNECTING) {
            reconnector.reconnect(false);
        } else {
            reconnector.republishIfSessionExpired(true);
        }
    }

    private MqttClientTransportConfig transport(Seat seat) {
        var transport = MqttClientTransportConfig.builder().serverAddress(address);
        var local = localAddress(seat.number());
        if (local != null) {
            transport = transport.localAddress(local);
        }
        if (seat.tls().isPresent()) {
            transport = transport.sslConfig(seat.tls().get());
        }
        if (settings.webSocketPath().isPresent()) {
            transport = transport.webSocketConfig(MqttWebSocketConfig.builder()
                    .serverPath(settings.webSocketPath().get())
                    .build());
        }
        return transport.build();
    }

    private @Nullable InetAddress localAddress(int number) {
        if (settings.sourceAddresses() <= 1) {
            return null; // chosen by the system: the broker may be on another machine
        }
        int index = number % settings.sourceAddresses();
        try {
            return InetAddress.getByAddress(
                    new byte[] {LOOPBACK, 0, (byte) (index / ADDRESSES_A_BYTE), (byte) (index % ADDRESSES_A_BYTE + 1)});
        } catch (UnknownHostException e) {
            throw new IllegalStateException("Four bytes are an address", e);
        }
    }

    /**
     * Identity and thread of a client.
     *
     * @param name kind and number, the same in each run
     * @param number number within its kind, by which source addresses are distributed
     * @param tls empty for plain TCP
     * @param loop event loop of the client
     * @param pings whether keep-alive is on
     */
    public record Seat(
            String clientId,
            String name,
            int number,
            Optional<Credentials> credentials,
            Optional<MqttClientSslConfig> tls,
            Loop loop,
            boolean pings) {}
}
