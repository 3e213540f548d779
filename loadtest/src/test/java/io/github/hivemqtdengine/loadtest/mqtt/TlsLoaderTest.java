// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.loadtest.measure.Recording;
import io.github.hivemqtdengine.loadtest.scenario.ClientSettings.TlsSettings;
import io.github.hivemqtdengine.loadtest.testkit.Programs;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Broker that requires client certificates. */
@Tag("full")
class TlsLoaderTest {

    @TempDir
    static Path folder;

    @AutoClose
    static @Nullable TestBroker started;

    @BeforeAll
    static void startBroker() throws Exception {
        Programs.MOSQUITTO.path(); // skips the tests before keys are generated
        selfSigned("server", "rsa:2048", "-addext", "subjectAltName=IP:127.0.0.1,DNS:localhost");
        selfSigned("client", "rsa:2048");
        started = TestBroker.mosquitto(folder, """
                allow_anonymous true
                certfile %1$s/server.pem
                keyfile %1$s/server.key
                cafile %1$s/client.pem
                require_certificate true
                """.formatted(folder));
    }

    private static void selfSigned(String name, String key, String... more) throws Exception {
        var command = new ArrayList<>(
                List.of(Programs.OPENSSL.path().toString(), "req", "-x509", "-newkey", key, "-nodes", "-days", "2"));
        command.addAll(List.of("-keyout", name + ".key", "-out", name + ".pem", "-subj", "/CN=" + name));
        command.addAll(List.of(more));
        var process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("openssl.log").toFile())
                .start();
        assertThat(process.waitFor()).isZero();
    }

    private static TestBroker broker() {
        return Objects.requireNonNull(started);
    }

    private TlsSettings settings(String key) {
        return new TlsSettings(
                Optional.of(folder.resolve("server.pem")),
                Optional.of(folder.resolve(key)),
                Optional.of(folder.resolve("client.pem")));
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 5})
    void shouldUseCertificates(int version) throws Exception {
        var plan = new Plans().version(version).tls(settings("client.key")).plan();

        var result = new Loader(broker().address(), "tls" + version, Recording.NOTHING).run(plan, RunListener.NONE);

        assertThat(result.failures()).isEmpty();
        assertThat(result.deliveries().received()).isEqualTo(1_200);
    }

    @Test
    void shouldSayWhichFileHasNoKey() {
        var plan = new Plans().tls(settings("client.pem")).plan();
        var loader = new Loader(broker().address(), "tls", Recording.NOTHING);

        assertThatThrownBy(() -> loader.run(plan, RunListener.NONE))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("client.pem has no PKCS #8 key");
    }
}
