// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.link;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.hivemq.client.mqtt.MqttClientSslConfig;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings.TlsSettings;
import java.io.IOException;
import java.nio.file.FileSystemException;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Converts PEM files to TLS configurations, of which the last 1,000 are kept. */
final class Tls {

    private static final Pattern KEY =
            Pattern.compile("-----BEGIN PRIVATE KEY-----(.*?)-----END PRIVATE KEY-----", Pattern.DOTALL);
    private static final List<String> ALGORITHMS = List.of("RSA", "EC", "EdDSA");
    private static final char[] NO_PASSWORD = {};

    private static final int MOST_KEPT = 1_000;

    private final Map<TlsSettings, MqttClientSslConfig> kept = new LinkedHashMap<>();
    private @Nullable TrustManagerFactory trusted;

    /**
     * Reads the files.
     *
     * @throws IOException with the name of an unreadable or invalid file
     */
    MqttClientSslConfig of(TlsSettings settings) throws IOException {
        var known = kept.get(settings);
        if (known != null) {
            return known;
        }
        try {
            var config = read(settings);
            if (kept.size() >= MOST_KEPT) {
                kept.remove(kept.keySet().iterator().next());
            }
            kept.put(settings, config);
            return config;
        } catch (FileSystemException e) {
            throw new IOException(e.getFile() + " cannot be read", e);
        }
    }

    private MqttClientSslConfig read(TlsSettings settings) throws IOException {
        var config = MqttClientSslConfig.builder();
        if (settings.rootCertificate().isPresent()) {
            trusted = trusted == null ? trust(settings.rootCertificate().get()) : trusted;
            config = config.trustManagerFactory(trusted);
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
        var store = KeyStore.getInstance("JKS"); // PKCS12 takes 8 ms of CPU for each key
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
