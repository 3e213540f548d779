// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.hivemqtdengine.decode.SchemaLookup.SchemaId;
import io.github.hivemqtdengine.decode.SchemaLookup.SchemaType;
import io.github.hivemqtdengine.jdbc.dialect.TlsSettings;
import io.github.hivemqtdengine.testkit.CapturedLog;
import io.github.hivemqtdengine.testkit.RegistryStub;
import io.github.hivemqtdengine.testkit.TestCertificate;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Credentials, redirects and certificates of a registry. */
class RegistrySecurityTest {

    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    @RegisterExtension
    final CapturedLog log = new CapturedLog();

    @AutoClose
    private final RegistryStub stub = new RegistryStub();

    @TempDir
    Path folder;

    private final TextParser avro = new TextParser(SchemaType.AVRO);

    @Test
    void shouldNotFollowRedirects() {
        stub.redirectTo("http://elsewhere.example.com/");

        assertThatThrownBy(() -> client(stub.url(), null).find(SchemaId.of(1), avro))
                .hasMessageContaining("a redirect (HTTP 302)");
        assertThat(stub.requests()).hasSize(1);
    }

    @Test
    void shouldSendCredentialsAndLogNone() throws Exception {
        stub.avro(1, "secured");
        var settings = new RegistrySettings("main", stub.url(), "reader", "s3cr3t", null, TIMEOUT);
        var client = new RegistryClient(settings, null, System::nanoTime);

        assertThat(client.find(SchemaId.of(1), avro)).isEqualTo("secured");
        var credentials = Base64.getEncoder().encodeToString("reader:s3cr3t".getBytes(StandardCharsets.UTF_8));
        assertThat(stub.credentials()).containsExactly("Basic " + credentials);

        stub.fail(401);
        assertThatThrownBy(() -> client.find(SchemaId.of(2), avro)).hasMessageContaining("401");
        assertThat(log.text() + settings).contains("reader").doesNotContain("s3cr3t", credentials);
    }

    @Tag("full")
    @Test
    void shouldVerifyTheServer() throws Exception {
        var certificate = new TestCertificate(folder, "ip:127.0.0.1");
        try (var secured = new RegistryStub(certificate.server())) {
            secured.avro(1, "secured");

            assertThat(client(secured.url(), new TlsSettings(certificate.pem(), true))
                            .find(SchemaId.of(1), avro))
                    .isEqualTo("secured");
            assertThatThrownBy(() -> client(secured.url(), null).find(SchemaId.of(1), avro))
                    .hasMessageContaining("does not answer (javax.net.ssl.SSL");
        }
    }

    private static RegistryClient client(String url, @Nullable TlsSettings tls) {
        return new RegistryClient(new RegistrySettings("main", url, "", "", tls, TIMEOUT), null, System::nanoTime);
    }
}
