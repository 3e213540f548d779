// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import io.github.hivemqtdengine.loadtest.scenario.TlsSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;

/** Converts PEM files to a TLS configuration. */
final class Tls {

    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----(.*?)-----END PRIVATE KEY-----", Pattern.DOTALL);
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    private static final char[] NO_PASSWORD = {};

    private Tls() {}

    /**
     * Reads the files.
     *
     * @throws IOException with the name of an unreadable or invalid file
     */
    static MqttClientSslConfig of(TlsSettings settings) throws IOException {
        var config = MqttClientSslConfig.builder();
        if (settings.rootCertificate().isPresent()) {
            config = config.trustManagerFactory(trust(settings.rootCertificate().get()));
        }
        if (settings.clientKey().isPresent()
                && settings.clientCertificateChain().isPresent()) {
            config = config.keyManagerFactory(identity(
                    settings.clientKey().get(),
                    settings.clientCertificateChain().get()));
        }
        return config.build();
    }

    private static TrustManagerFactory trust(Path file) throws IOException {
        try {
            var store = emptyStore();
            int number = 0;
            for (var certificate : certificates(file)) {
                store.setCertificateEntry("ca" + number++, certificate);
            }
            var factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            factory.init(store);
            return factory;
        } catch (GeneralSecurityException e) {
            throw new IOException(file + " has no certificates that can be used: " + e.getMessage(), e);
        }
    }

    private static KeyManagerFactory identity(Path key, Path chain) throws IOException {
        try {
            var store = emptyStore();
            store.setKeyEntry(
                    "client", key(key), NO_PASSWORD, certificates(chain).toArray(Certificate[]::new));
            var factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            factory.init(store, NO_PASSWORD);
            return factory;
        } catch (GeneralSecurityException e) {
            throw new IOException(key + " and " + chain + " do not make a client: " + e.getMessage(), e);
        }
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        var store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static List<Certificate> certificates(Path file) throws IOException, GeneralSecurityException {
        try (var stream = Files.newInputStream(file)) {
            var certificates = List.<Certificate>copyOf(
                    CertificateFactory.getInstance("X.509").generateCertificates(stream));
            if (certificates.isEmpty()) {
                throw new IOException(file + " has no certificate");
            }
            return certificates;
        }
    }

    private static PrivateKey key(Path file) throws IOException, GeneralSecurityException {
        var pem = KEY.matcher(Files.readString(file, US_ASCII));
        if (!pem.find()) {
            throw new IOException(file + " has no PKCS #8 key (BEGIN PRIVATE KEY)");
        }
        var key = new PKCS8EncodedKeySpec(Base64.getMimeDecoder().decode(pem.group(1)));
        for (var algorithm : ALGORITHMS) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(key);
            } catch (InvalidKeySpecException e) {
                // key of another algorithm
            }
        }
        throw new IOException(file + " has a key of another kind than " + String.join(", ", ALGORITHMS));
    }
}
