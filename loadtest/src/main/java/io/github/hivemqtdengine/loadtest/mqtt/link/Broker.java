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
import io.github.hivemqtdengine.loadtest.scenario.MessageProperties;
import io.github.hivemqtdengine.loadtest.scenario.SessionPlan;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Broker address and client settings. */
public final class Broker {

    private static final int VERSION_3 = 3;
    private static final int ADDRESSES_A_BYTE = 254;
    private static final int LOOPBACK = 127;
    private static final Duration LASTING = Duration.ofHours(1);
    private static final long FIRST_DELAY_MILLIS = 100;
    private static final long LONGEST_DELAY_MILLIS = 2_000;

    private final InetSocketAddress address;
    private final String clientPrefix;
    private final ClientSettings settings;
    private final Optional<MqttClientSslConfig> tls;

    /**
     * Reads the TLS files.
     *
     * @throws IOException if a file is unreadable or invalid
     */
    public Broker(InetSocketAddress address, String clientPrefix, ClientSettings settings) throws IOException {
        this.address = address;
        this.clientPrefix = clientPrefix;
        this.settings = settings;
        this.tls =
                settings.tls().isPresent() ? Optional.of(Tls.of(settings.tls().get())) : Optional.empty();
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

    /** Returns a client id; kinds are {@code p} (publishers), {@code s} (subscribers), {@code c} (crowd). */
    public String clientId(char kind, int number) {
        return clientPrefix + "-" + kind + number;
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
                settings.credentials(),
                seat.pings() ? settings.keepAlive() : Duration.ZERO,
                sessionExpiry,
                properties,
                seat.number());
    }

    private MqttClientBuilder builder(Seat seat, Consumer<MqttClientDisconnectedContext> disconnected) {
        var executors = MqttClientExecutorConfig.builder()
                .nettyExecutor(seat.loop().group())
                .applicationScheduler(AtOnce.SCHEDULER)
                .build();
        return MqttClient.builder()
                .identifier(seat.clientId())
                .transportConfig(transport(seat.number()))
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

    private MqttClientTransportConfig transport(int number) {
        var transport = MqttClientTransportConfig.builder().serverAddress(address);
        var local = localAddress(number);
        if (local != null) {
            transport = transport.localAddress(local);
        }
        if (tls.isPresent()) {
            transport = transport.sslConfig(tls.get());
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
     * @param number number within its kind, by which source addresses are distributed
     * @param loop event loop of the client
     * @param pings whether keep-alive is on; off for a thread that sleeps
     */
    public record Seat(String clientId, int number, Loop loop, boolean pings) {}
}
