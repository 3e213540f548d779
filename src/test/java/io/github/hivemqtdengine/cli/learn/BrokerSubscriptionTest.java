// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.learn;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.cli.learn.BrokerSubscription.Broker;
import java.io.File;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a user learns when the broker is none, or wants TLS, or does not. */
@Timeout(60)
class BrokerSubscriptionTest {

    private ServerSocket server;

    @BeforeEach
    void listen() throws IOException {
        server = new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    /** Answers each connection. */
    private void answer(Answer answer) {
        var unused = CompletableFuture.runAsync(() -> {
            while (!server.isClosed()) {
                try (var socket = server.accept()) {
                    answer.to(socket);
                } catch (IOException e) {
                    // the test has ended, or the client
                }
            }
        });
    }

    @FunctionalInterface
    private interface Answer {

        void to(Socket socket) throws IOException;
    }

    private void assertRefused(boolean isTls, String sentence) {
        assertRefused(isTls, null, sentence);
    }

    private void assertRefused(boolean isTls, @Nullable File ca, String sentence) {
        var broker = new Broker(
                server.getInetAddress().getHostAddress(), server.getLocalPort(), isTls, ca, null, null, List.of("#"));
        assertThatThrownBy(() -> BrokerSubscription.open(broker, message -> {}).close())
                .isInstanceOf(IOException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void shouldNameTheOptionForAPortWithTls() {
        answer(socket -> {
            var unused = socket.getInputStream().read();
            socket.setSoLinger(true, 0); // a reset, as servers of TLS answer what is none
        });

        assertRefused(false, "; the port may be one with TLS: --tls");
    }

    @Test
    void shouldSayThatAPortHasNoTls() {
        answer(socket -> {
            socket.getOutputStream().write("HTTP/1.1 400 Bad Request\r\n\r\n".getBytes(US_ASCII));
            var unused = socket.getInputStream().read();
        });

        assertRefused(true, "; the port may be one without TLS");
    }

    @Test
    void shouldAskForTheCertificateOfAnAuthority(@TempDir Path folder) throws Exception {
        listenWithTls(folder, "dns:other.example");
        answer(socket -> {
            var unused = socket.getInputStream().read();
        });

        assertRefused(true, "--ca FILE");
    }

    @Test
    void shouldAskForANameOfTheCertificate(@TempDir Path folder) throws Exception {
        var ca = listenWithTls(folder, "dns:other.example");
        answer(socket -> {
            var unused = socket.getInputStream().read();
        });

        assertRefused(true, ca, "; connect by a name that is in the broker's certificate");
    }

    @Test
    void shouldNameTheOptionWhereAPortWithTlsEndsTheConnection() {
        answer(socket -> {
            var unused = socket.getInputStream().readNBytes(20); // all of CONNECT, so that closing is no reset
        });

        assertRefused(false, "the port may be one with TLS: --tls");
    }

    /** Returns the certificate. */
    private File listenWithTls(Path folder, String name) throws Exception {
        var store = folder.resolve("keys.p12").toString();
        var ca = folder.resolve("ca.pem");
        keytool("-genkeypair -keyalg RSA -dname CN=broker -validity 2 -ext san=" + name, store);
        keytool("-exportcert -rfc -file", ca.toString(), store);
        var password = "changeit".toCharArray();
        var keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(KeyStore.getInstance(new File(store), password), password);
        var tls = SSLContext.getInstance("TLS");
        tls.init(keys.getKeyManagers(), null, null);
        server.close();
        server = tls.getServerSocketFactory().createServerSocket(0, 10, InetAddress.getLoopbackAddress());
        return ca.toFile();
    }

    /** @param options options, further arguments, and at last the key store */
    private static void keytool(String options, String... more) throws Exception {
        var command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of(options.split(" ")));
        command.addAll(List.of(more).subList(0, more.length - 1));
        command.addAll(List.of("-alias", "broker", "-storepass", "changeit", "-keystore", more[more.length - 1]));
        var process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(Path.of(more[more.length - 1] + ".log").toFile())
                .start();
        assertThat(process.waitFor()).isZero();
    }
}
