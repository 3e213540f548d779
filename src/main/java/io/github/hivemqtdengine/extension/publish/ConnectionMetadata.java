// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import com.hivemq.extension.sdk.api.client.parameter.ClientTlsInformation;
import com.hivemq.extension.sdk.api.client.parameter.ConnectionInformation;
import com.hivemq.extension.sdk.api.client.parameter.Listener;
import com.hivemq.extension.sdk.api.client.parameter.ProxyInformation;
import com.hivemq.extension.sdk.api.packets.general.MqttVersion;
import com.hivemq.extension.sdk.api.packets.publish.PayloadFormatIndicator;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.message.Metadata;
import io.github.hivemqtdengine.message.Metadata.Fact;
import io.github.hivemqtdengine.route.Route;
import java.net.InetAddress;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import javax.naming.InvalidNameException;
import javax.naming.NamingException;
import javax.naming.directory.Attribute;
import javax.naming.ldap.LdapName;
import javax.security.auth.x500.X500Principal;
import org.jspecify.annotations.Nullable;

/**
 * Metadata of one connection's messages. It has only the facts that a route refers to: reading them costs time, keeping
 * them costs room, and some are personal data. Thread-safe.
 */
public final class ConnectionMetadata {

    /** The longest name of a listener or a certificate that is kept, in characters; a longer one counts as missing. */
    private static final int LONGEST_NAME = 1_024;

    private final ConnectionInformation connection;
    private final Supplier<@Nullable String> brokerNode;
    /** Facts of the connection, read when a route needs one of them; two threads may read equal ones. */
    private volatile @Nullable Known known;

    /** Facts of a connection, which do not change. */
    private record Known(
            @Nullable String address,
            @Nullable String listener,
            @Nullable String version,
            @Nullable String certificateCn) {}

    /** @param brokerNode returns the name of the broker's node, or {@code null} if it has none */
    public ConnectionMetadata(ConnectionInformation connection, Supplier<@Nullable String> brokerNode) {
        this.connection = connection;
        this.brokerNode = brokerNode;
    }

    /** Returns the facts of a packet that the routes refer to. Allocates nothing if they refer to none. */
    public Metadata of(PublishPacket packet, List<Route> routes) {
        var facts = Route.factsOf(routes);
        return facts.isEmpty()
                ? Metadata.NONE
                : metadata(
                        facts,
                        facts.contains(Fact.CORRELATION_DATA) ? correlationData(packet) : null,
                        facts.contains(Fact.PAYLOAD_FORMAT_INDICATOR) ? payloadFormatIndicator(packet) : null,
                        facts.contains(Fact.PACKET_ID) ? packetId(packet) : null);
    }

    /** Returns the facts of the connection itself that the routes refer to. */
    public Metadata of(List<Route> routes) {
        var facts = Route.factsOf(routes);
        return facts.isEmpty() ? Metadata.NONE : metadata(facts, null, null, null);
    }

    private Metadata metadata(
            Set<Fact> facts,
            byte @Nullable [] correlationData,
            @Nullable Integer payloadFormatIndicator,
            @Nullable Integer packetId) {
        var ofConnection = known();
        return new Metadata(
                        correlationData,
                        payloadFormatIndicator,
                        packetId,
                        facts.contains(Fact.CLIENT_ADDRESS) ? ofConnection.address() : null,
                        facts.contains(Fact.CLIENT_LISTENER) ? ofConnection.listener() : null,
                        facts.contains(Fact.CLIENT_MQTT_VERSION) ? ofConnection.version() : null,
                        facts.contains(Fact.CLIENT_CERTIFICATE_CN) ? ofConnection.certificateCn() : null,
                        facts.contains(Fact.BROKER_NODE) ? brokerNode.get() : null)
                .orNone();
    }

    private static byte @Nullable [] correlationData(PublishPacket packet) {
        var data = packet.getCorrelationData().orElse(null);
        if (data == null) {
            return null;
        }
        var bytes = new byte[data.remaining()];
        data.duplicate().get(bytes);
        return bytes;
    }

    private static @Nullable Integer payloadFormatIndicator(PublishPacket packet) {
        return packet.getPayloadFormatIndicator()
                .map(indicator -> indicator == PayloadFormatIndicator.UTF_8 ? 1 : 0)
                .orElse(null);
    }

    /** Returns {@code null} for QoS 0 and for wills, for which the broker has the identifier 0. */
    private static @Nullable Integer packetId(PublishPacket packet) {
        int packetId = packet.getPacketId();
        return packetId > 0 ? (Integer) packetId : null;
    }

    private Known known() {
        var facts = known;
        if (facts == null) {
            facts = new Known(
                    addressOf(connection),
                    connection
                            .getListener()
                            .map(Listener::getName)
                            .filter(ConnectionMetadata::isShort)
                            .orElse(null),
                    versionOf(connection.getMqttVersion()),
                    certificateCn(connection));
            known = facts;
        }
        return facts;
    }

    /** Returns the address of the client, also through a proxy that names it by the PROXY protocol. */
    public static @Nullable String addressOf(ConnectionInformation connection) {
        return connection
                .getProxyInformation()
                .map(ProxyInformation::getSourceAddress)
                .or(connection::getInetAddress)
                .map(InetAddress::getHostAddress)
                .orElse(null);
    }

    public static String versionOf(MqttVersion version) {
        return switch (version) {
            case V_3_1 -> "3.1";
            case V_3_1_1 -> "3.1.1";
            case V_5 -> "5";
        };
    }

    /** Returns the common name that a proxy has verified, or that of the certificate by which the client connected. */
    private static @Nullable String certificateCn(ConnectionInformation connection) {
        return connection
                .getProxyInformation()
                .flatMap(ProxyInformation::getSslCertificateCN)
                .or(() -> connection
                        .getClientTlsInformation()
                        .flatMap(ClientTlsInformation::getClientCertificate)
                        .map(X509Certificate::getSubjectX500Principal)
                        .map(ConnectionMetadata::commonName))
                .filter(ConnectionMetadata::isShort)
                .orElse(null);
    }

    private static boolean isShort(String name) {
        return name.length() <= LONGEST_NAME;
    }

    /** Returns the most specific common name of a certificate's subject; {@code null} if it has none. */
    static @Nullable String commonName(X500Principal subject) {
        try {
            var names = new LdapName(subject.getName()).getRdns();
            for (int i = names.size() - 1; i >= 0; i--) {
                var name = text(names.get(i).toAttributes().get("CN"));
                if (name != null) {
                    return name;
                }
            }
            return null;
        } catch (InvalidNameException e) {
            return null;
        }
    }

    private static @Nullable String text(@Nullable Attribute attribute) {
        try {
            return attribute != null && attribute.get() instanceof String text ? text : null;
        } catch (NamingException e) {
            return null;
        }
    }
}
