// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.connection;

import com.hivemq.extension.sdk.api.client.parameter.ConnectionInformation;
import com.hivemq.extension.sdk.api.packets.connect.ConnectPacket;
import com.hivemq.extension.sdk.api.packets.connect.WillPublishPacket;
import com.hivemq.extension.sdk.api.packets.general.MqttVersion;
import io.github.hivemqtdengine.extension.publish.ConnectionMetadata;
import io.github.hivemqtdengine.extension.publish.PacketMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import java.nio.ByteBuffer;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Connection of a client, with data of its CONNECT packet. Any thread may read it; one at a time changes it. */
final class ClientConnection {

    /** Heap of the object and its references without their content, bytes. */
    private static final int WEIGHT = 500;

    private final int weight;
    private final String clientId;
    private final @Nullable String userName;
    private final @Nullable String address;
    private final MqttVersion version;
    private final int keepAlive;
    private final boolean cleanStart;
    private final long sessionExpiry;
    private final ConnectionMetadata metadata;
    private volatile Mqtt5Properties properties;
    private volatile @Nullable WillPublishPacket will;

    /** @param brokerNode returns the name of the broker's node, or {@code null} if it has none */
    ClientConnection(ConnectionInformation information, ConnectPacket connect, Supplier<@Nullable String> brokerNode) {
        this.clientId = connect.getClientId();
        this.userName = connect.getUserName().orElse(null);
        this.address = ConnectionMetadata.addressOf(information);
        this.version = connect.getMqttVersion();
        this.keepAlive = connect.getKeepAlive();
        this.cleanStart = connect.getCleanStart();
        this.sessionExpiry = connect.getSessionExpiryInterval();
        this.metadata = new ConnectionMetadata(information, brokerNode);
        this.properties = PacketMessage.propertiesOf(connect.getUserProperties());
        this.will = connect.getWillPublish().orElse(null);
        this.weight = WEIGHT
                + clientId.length()
                + lengthOf(connect.getUserName())
                + properties.weight()
                + connect.getWillPublish().map(ClientConnection::weightOf).orElse(0);
    }

    private static int weightOf(WillPublishPacket will) {
        return will.getTopic().length()
                + will.getPayload().map(ByteBuffer::remaining).orElse(0)
                + will.getCorrelationData().map(ByteBuffer::remaining).orElse(0)
                + lengthOf(will.getContentType())
                + lengthOf(will.getResponseTopic())
                + PacketMessage.propertiesOf(will.getUserProperties()).weight();
    }

    private static int lengthOf(Optional<String> text) {
        return text.map(String::length).orElse(0);
    }

    /** Returns the approximate heap use until the connection is accepted, bytes. */
    int weight() {
        return weight;
    }

    String clientId() {
        return clientId;
    }

    @Nullable
    String userName() {
        return userName;
    }

    /** Returns the address of the client, also through a proxy that names it by the PROXY protocol. */
    @Nullable
    String address() {
        return address;
    }

    /** Returns the metadata of the messages that the connection causes. */
    ConnectionMetadata metadata() {
        return metadata;
    }

    MqttVersion version() {
        return version;
    }

    /** Returns the keep-alive time, seconds. */
    int keepAlive() {
        return keepAlive;
    }

    boolean cleanStart() {
        return cleanStart;
    }

    /** Returns how long the session outlives the connection, seconds. */
    long sessionExpiry() {
        return sessionExpiry;
    }

    /** Returns the user properties of the CONNECT packet; none after all watches know the accepted connection. */
    Mqtt5Properties properties() {
        return properties;
    }

    /** Returns the will of the CONNECT packet; {@code null} after all watches know the accepted connection. */
    @Nullable
    WillPublishPacket will() {
        return will;
    }

    /** Releases data of the CONNECT packet that only the start of the connection needs. */
    void releaseConnectData() {
        properties = Mqtt5Properties.NONE;
        will = null;
    }
}
