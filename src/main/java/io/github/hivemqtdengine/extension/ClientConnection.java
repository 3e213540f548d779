package io.github.hivemqtdengine.extension;

import com.hivemq.extension.sdk.api.client.parameter.ConnectionInformation;
import com.hivemq.extension.sdk.api.packets.connect.ConnectPacket;
import com.hivemq.extension.sdk.api.packets.connect.WillPublishPacket;
import com.hivemq.extension.sdk.api.packets.general.MqttVersion;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** One connection of a client, as its CONNECT packet wants it. Read by any thread, changed by one at a time. */
final class ClientConnection {

    /** Of the object itself, and of what it refers to but for its content. */
    private static final int WEIGHT = 500;

    private final int weight;
    private final String clientId;
    private final @Nullable String userName;
    private final @Nullable String address;
    private final MqttVersion version;
    private final int keepAlive;
    private final boolean cleanStart;
    private final long sessionExpiry;
    private volatile Mqtt5Properties properties;
    private volatile @Nullable WillPublishPacket will;

    ClientConnection(ConnectionInformation information, ConnectPacket connect) {
        this.clientId = connect.getClientId();
        this.userName = connect.getUserName().orElse(null);
        this.address =
                information.getInetAddress().map(InetAddress::getHostAddress).orElse(null);
        this.version = connect.getMqttVersion();
        this.keepAlive = connect.getKeepAlive();
        this.cleanStart = connect.getCleanStart();
        this.sessionExpiry = connect.getSessionExpiryInterval();
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

    /** About how many bytes of heap it holds until it is accepted. */
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

    /** The client's address, or that of what stands between. */
    @Nullable
    String address() {
        return address;
    }

    MqttVersion version() {
        return version;
    }

    /** Seconds. */
    int keepAlive() {
        return keepAlive;
    }

    boolean cleanStart() {
        return cleanStart;
    }

    /** How long the session outlives the connection, seconds. */
    long sessionExpiry() {
        return sessionExpiry;
    }

    /** The user properties of the CONNECT packet; none once the connection is accepted and everybody knows. */
    Mqtt5Properties properties() {
        return properties;
    }

    /** The will of the CONNECT packet; {@code null} once the connection is accepted and everybody knows. */
    @Nullable
    WillPublishPacket will() {
        return will;
    }

    /** What only those need who want it when the connection begins is not held for as long as it lasts. */
    void forgetTheBeginning() {
        properties = Mqtt5Properties.NONE;
        will = null;
    }
}
