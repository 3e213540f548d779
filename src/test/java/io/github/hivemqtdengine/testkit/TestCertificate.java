// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/** A certificate that vouches for itself, made by the JDK's keytool. */
public final class TestCertificate {

    /** Of {@link #store} and the key in it. */
    public static final String PASSWORD = "changeit";

    private final Path store;
    private final Path pem;
    private final Path der;

    /** @param name what it is made out to, like {@code ip:127.0.0.1} or {@code dns:localhost} */
    public TestCertificate(Path folder, String name) {
        store = folder.resolve("key.p12");
        pem = folder.resolve("ca.pem");
        der = folder.resolve("ca.der");
        keytool(
                List.of("-genkeypair", "-keyalg", "EC", "-groupname", "secp256r1", "-dname", "CN=test", "-ext"),
                List.of("san=" + name, "-validity", "36500", "-storetype", "PKCS12"));
        keytool(List.of("-exportcert", "-rfc", "-file"), List.of(pem.toString()));
        keytool(List.of("-exportcert", "-file"), List.of(der.toString()));
    }

    /** The certificate for those who shall trust it. */
    public Path pem() {
        return pem;
    }

    /** The same in binary form. */
    public Path der() {
        return der;
    }

    /**
     * Runs something in a JVM that trusts this certificate only. The JDK reads these properties whenever a connection is
     * to be verified by its own store.
     */
    public void whileTrusted(Runnable work) {
        var properties = Map.of(
                "javax.net.ssl.trustStore",
                store.toString(),
                "javax.net.ssl.trustStoreType",
                "PKCS12",
                "javax.net.ssl.trustStorePassword",
                PASSWORD);
        var before = new Properties();
        before.putAll(System.getProperties());
        try {
            properties.forEach(System::setProperty);
            work.run();
        } finally {
            System.setProperties(before);
        }
    }

    /** The file with the certificate and its key, PKCS #12. */
    public Path store() {
        return store;
    }

    /** TLS context of a server with this certificate. */
    public SSLContext server() {
        try {
            var context = SSLContext.getInstance("TLS");
            context.init(keys().getKeyManagers(), null, null);
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The key of someone who presents this certificate. */
    public KeyManagerFactory keys() {
        try {
            var managers = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
            managers.init(load(), PASSWORD.toCharArray());
            return managers;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The trust of someone who accepts this certificate only. */
    public TrustManagerFactory trust() {
        try {
            var managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            managers.init(load());
            return managers;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private KeyStore load() {
        try (var stream = Files.newInputStream(store)) {
            var loaded = KeyStore.getInstance("PKCS12");
            loaded.load(stream, PASSWORD.toCharArray());
            return loaded;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    private void keytool(List<String> command, List<String> rest) {
        var line = new ArrayList<String>();
        line.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
        line.addAll(command);
        line.addAll(rest);
        line.addAll(List.of("-alias", "test", "-keystore", store.toString(), "-storepass", PASSWORD));
        try {
            var process = new ProcessBuilder(line).redirectErrorStream(true).start();
            var said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
            if (process.waitFor() != 0) {
                throw new IllegalStateException(said);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
