// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension.publish;

import static org.assertj.core.api.Assertions.assertThat;

import com.hivemq.extension.sdk.api.client.parameter.ClientTlsInformation;
import com.hivemq.extension.sdk.api.client.parameter.ConnectionInformation;
import com.hivemq.extension.sdk.api.client.parameter.Listener;
import com.hivemq.extension.sdk.api.client.parameter.ProxyInformation;
import com.hivemq.extension.sdk.api.packets.general.MqttVersion;
import com.hivemq.extension.sdk.api.packets.publish.PayloadFormatIndicator;
import com.hivemq.extension.sdk.api.packets.publish.PublishPacket;
import io.github.hivemqtdengine.config.ConfigurationReader;
import io.github.hivemqtdengine.extension.BrokerStub;
import io.github.hivemqtdengine.message.Metadata;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteCompiler;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Proxy;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.security.auth.x500.X500Principal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConnectionMetadataTest {

    private static final String EVERYTHING = "${concat(mqtt-correlation-data, mqtt-payload-format-indicator,"
            + " mqtt-packet-id, client-address, client-listener, client-mqtt-version, client-certificate-cn,"
            + " broker-node)}";

    /** Made by {@code openssl req -x509 -subj "/O=Plant/CN=press 7"}. */
    private static final String CERTIFICATE = """
            -----BEGIN CERTIFICATE-----
            MIIBmzCCAUGgAwIBAgIUGw9gfiYjANt+ScOoicwM4QY59BEwCgYIKoZIzj0EAwIw
            IjEOMAwGA1UECgwFUGxhbnQxEDAOBgNVBAMMB3ByZXNzIDcwIBcNMjYxMTI1MDkx
            NzU3WhgPMjEyNjExMDEwOTE3NTdaMCIxDjAMBgNVBAoMBVBsYW50MRAwDgYDVQQD
            DAdwcmVzcyA3MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAElY9N7scctn2z2Q0e
            wgAkjWVPHawZTbwYcDsLeqbKZhmYEmnF/VX6dy8n0bfVsK2gAtgCZHTPayklaxKt
            sakgwqNTMFEwHQYDVR0OBBYEFOdQ9OFzcc2k5bxbKoSyrhzqrLDpMB8GA1UdIwQY
            MBaAFOdQ9OFzcc2k5bxbKoSyrhzqrLDpMA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZI
            zj0EAwIDSAAwRQIhAJxESqWySPhIWod4niX7XOAs/2etmzCbS3PDXfbrBfIGAiAQ
            eqfmwzpRXufUJwWzEfDkz7TZZGS0AjA1ozDUs0iK3g==
            -----END CERTIFICATE-----
            """;

    @TempDir
    Path folder;

    @Test
    void shouldKeepTheFactsThatARouteRefersTo() throws Exception {
        var data = ByteBuffer.wrap(new byte[] {0, -1, 7}).asReadOnlyBuffer();
        var packet = packet(Map.of(
                "getCorrelationData", Optional.of(data),
                "getPayloadFormatIndicator", Optional.of(PayloadFormatIndicator.UTF_8),
                "getPacketId", 65_535));
        var metadata = new ConnectionMetadata(connection(Map.of()), () -> "node-1");

        assertThat(metadata.of(packet, routes(EVERYTHING)))
                .usingRecursiveComparison()
                .isEqualTo(new Metadata(new byte[] {0, -1, 7}, 1, 65_535, "10.0.0.7", "tls", "5", "press 7", "node-1"));
        assertThat(data.remaining()).isEqualTo(3);
        assertThat(metadata.of(packet, routes("${client-listener}")))
                .isEqualTo(new Metadata(null, null, null, null, "tls", null, null, null));
        assertThat(metadata.of(routes(EVERYTHING)))
                .isEqualTo(new Metadata(null, null, null, "10.0.0.7", "tls", "5", "press 7", "node-1"));
    }

    @Test
    void shouldAskTheBrokerForNothingThatNoRouteRefersTo() throws Exception {
        var failing = (PublishPacket) Proxy.newProxyInstance(
                PublishPacket.class.getClassLoader(),
                new Class<?>[] {PublishPacket.class},
                (self, method, arguments) -> {
                    throw new AssertionError(method.getName());
                });
        var metadata = new ConnectionMetadata(connection(Map.of()), () -> {
            throw new AssertionError("the name of the node");
        });

        assertThat(metadata.of(failing, routes("${mqtt-payload-size}"))).isSameAs(Metadata.NONE);
        assertThat(metadata.of(failing, routes("${client-listener}")).clientListener())
                .isEqualTo("tls");
        assertThat(metadata.of(failing, List.of())).isSameAs(Metadata.NONE);
    }

    @Test
    void shouldHaveNoFactsThatThePacketAndTheConnectionLack() throws Exception {
        var bare = BrokerStub.of(ConnectionInformation.class, Map.of("getMqttVersion", MqttVersion.V_3_1));
        var metadata = new ConnectionMetadata(bare, () -> null);

        assertThat(metadata.of(packet(Map.of()), routes(EVERYTHING)))
                .isEqualTo(new Metadata(null, null, null, null, null, "3.1", null, null));
        assertThat(metadata.of(packet(Map.of()), routes("${broker-node}"))).isSameAs(Metadata.NONE);
        assertThat(metadata.of(
                                packet(Map.of(
                                        "getPayloadFormatIndicator", Optional.of(PayloadFormatIndicator.UNSPECIFIED))),
                                routes(EVERYTHING))
                        .payloadFormatIndicator())
                .isZero();
    }

    @Test
    void shouldTellTheClientFromAProxyThatNamesIt() throws Exception {
        var proxy = BrokerStub.of(
                ProxyInformation.class,
                Map.of(
                        "getSourceAddress", InetAddress.getByName("2001:db8::1"),
                        "getSslCertificateCN", Optional.of("press 8")));
        var metadata =
                new ConnectionMetadata(connection(Map.of("getProxyInformation", Optional.of(proxy))), () -> null);

        var facts = metadata.of(routes(EVERYTHING));

        assertThat(facts.clientAddress()).isEqualTo("2001:db8:0:0:0:0:0:1");
        assertThat(facts.clientCertificateCn()).isEqualTo("press 8");
    }

    @Test
    void shouldKeepNoNameWithoutABound() throws Exception {
        var listener = BrokerStub.of(Listener.class, Map.of("getName", "x".repeat(1_025)));
        var proxy =
                BrokerStub.of(ProxyInformation.class, Map.of("getSslCertificateCN", Optional.of("y".repeat(1_025))));
        var metadata = new ConnectionMetadata(
                connection(Map.of("getListener", Optional.of(listener), "getProxyInformation", Optional.of(proxy))),
                () -> null);

        var facts = metadata.of(routes(EVERYTHING));

        assertThat(facts.clientListener()).isNull();
        assertThat(facts.clientCertificateCn()).isNull();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            nullValues = "none",
            value = {
                "CN=press 7,OU=hall 3,O=Plant | press 7",
                "CN=press\\, 7\\+8,O=Plant | press, 7+8",
                "OU=x+CN=ü 温,O=Plant | ü 温",
                "CN=leaf,CN=root | leaf",
                "OU=CN\\=forged,O=Plant | none",
                "O=Plant | none"
            })
    void shouldFindTheCommonName(String subject, String name) {
        assertThat(ConnectionMetadata.commonName(new X500Principal(subject))).isEqualTo(name);
    }

    private static ConnectionInformation connection(Map<String, Object> other) throws Exception {
        var answers = new HashMap<String, Object>(Map.of(
                "getMqttVersion", MqttVersion.V_5,
                "getInetAddress", Optional.of(InetAddress.getByName("10.0.0.7")),
                "getListener", Optional.of(BrokerStub.of(Listener.class, Map.of("getName", "tls"))),
                "getClientTlsInformation", Optional.of(certificate())));
        answers.putAll(other);
        return BrokerStub.of(ConnectionInformation.class, answers);
    }

    private static ClientTlsInformation certificate() throws CertificateException {
        var certificate = CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(CERTIFICATE.getBytes(StandardCharsets.US_ASCII)));
        return BrokerStub.of(ClientTlsInformation.class, Map.of("getClientCertificate", Optional.of(certificate)));
    }

    private static PublishPacket packet(Map<String, Object> answers) {
        return BrokerStub.of(PublishPacket.class, answers);
    }

    private List<Route> routes(String value) throws Exception {
        var xml = Files.readString(Path.of("conf/examples/raw.xml"))
                .replace("value=\"${mqtt-user-name}\"", "value=\"" + value + "\"");
        assertThat(xml).contains(value);
        return new ConfigurationReader()
                .read(Files.writeString(folder.resolve("config.xml"), xml)).routes().stream()
                        .map(RouteCompiler::compile)
                        .toList();
    }
}
