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

    /** Returns an unconnected client that reconnects if the settings say so. */
    public Link<?> link(Seat seat, LostConnections lost) {
        var builder = builder(seat, context -> lost.disconnected(seat.clientId(), context));
        return settings.reconnect()
                ? link(
                        seat,
                        reconnecting(builder).addConnectedListener(context -> lost.connected(seat.clientId())),
                        true)
                : link(seat, builder, false);
    }

    /** Returns an unconnected client that does not reconnect by itself. */
    public Link<?> link(Seat seat, Consumer<MqttClientDisconnectedContext> disconnected) {
        return link(seat, builder(seat, disconnected), false);
    }

    private Link<?> link(Seat seat, MqttClientBuilder builder, boolean lasting) {
        return settings.mqttVersion() == VERSION_3
                ? new LinkV3(builder.useMqttVersion3(), settings, keepAlive(seat), lasting)
                : new LinkV5(builder.useMqttVersion5(), settings, keepAlive(seat), lasting);
    }

    /** Returns an unconnected client with the features of MQTT 5. */
    public LinkV5 linkV5(Seat seat, Consumer<MqttClientDisconnectedContext> disconnected) {
        return new LinkV5(builder(seat, disconnected).useMqttVersion5(), settings, keepAlive(seat), false);
    }

    private Duration keepAlive(Seat seat) {
        return seat.pings() ? settings.keepAlive() : Duration.ZERO;
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
