package io.github.hivemqtdengine.loadtest.mqtt;

import com.hivemq.client.mqtt.MqttClient;
import com.hivemq.client.mqtt.MqttClientBuilder;
import com.hivemq.client.mqtt.MqttClientExecutorConfig;
import com.hivemq.client.mqtt.MqttClientSslConfig;
import com.hivemq.client.mqtt.MqttClientTransportConfig;
import com.hivemq.client.mqtt.lifecycle.MqttClientDisconnectedContext;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Where clients connect to, and how. */
final class Broker {

    private static final int VERSION_3 = 3;
    private static final int ADDRESSES_A_BYTE = 254;
    private static final int LOOPBACK = 127;

    private final InetSocketAddress address;
    private final String clientPrefix;
    private final ClientSettings settings;
    private final Optional<MqttClientSslConfig> tls;

    /**
     * Prepares connections.
     *
     * @throws IOException if a file of the TLS settings can't be read or used
     */
    Broker(InetSocketAddress address, String clientPrefix, ClientSettings settings) throws IOException {
        this.address = address;
        this.clientPrefix = clientPrefix;
        this.settings = settings;
        this.tls =
                settings.tls().isPresent() ? Optional.of(Tls.of(settings.tls().get())) : Optional.empty();
    }

    ClientSettings settings() {
        return settings;
    }

    InetSocketAddress address() {
        return address;
    }

    String clientPrefix() {
        return clientPrefix;
    }

    /** The id of a client of a kind: {@code p} publishers, {@code s} subscribers, {@code c} the crowd. */
    String clientId(char kind, int number) {
        return clientPrefix + "-" + kind + number;
    }

    /** A client that is not connected yet. */
    Link<?> link(Seat seat, Consumer<MqttClientDisconnectedContext> disconnected) {
        return settings.mqttVersion() == VERSION_3
                ? new LinkV3(builder(seat, disconnected).useMqttVersion3(), settings, keepAlive(seat))
                : linkV5(seat, disconnected);
    }

    /** A client that is not connected yet, for what only MQTT 5 has. */
    LinkV5 linkV5(Seat seat, Consumer<MqttClientDisconnectedContext> disconnected) {
        return new LinkV5(builder(seat, disconnected).useMqttVersion5(), settings, keepAlive(seat));
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

    private MqttClientTransportConfig transport(int number) {
        var transport = MqttClientTransportConfig.builder().serverAddress(address);
        var local = localAddress(number);
        if (local != null) {
            transport = transport.localAddress(local);
        }
        if (tls.isPresent()) {
            transport = transport.sslConfig(tls.get());
        }
        return transport.build();
    }

    private @Nullable InetAddress localAddress(int number) {
        if (settings.sourceAddresses() <= 1) {
            return null; // the system's choice: the broker may be on another machine
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
     * Where a client sits.
     *
     * @param clientId its id
     * @param number its number among its kind, which spreads source addresses
     * @param loop whose thread serves it
     * @param pings whether it keeps its connection alive; not if its thread sleeps
     */
    record Seat(String clientId, int number, Loop loop, boolean pings) {}
}
