// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.registry;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.github.hivemqtdengine.jdbc.dialect.Redaction;
import io.github.hivemqtdengine.jdbc.dialect.TlsSettings;
import io.github.hivemqtdengine.registry.RegistryException.Kind;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Base64;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.jspecify.annotations.Nullable;

/** Requests to a registry. Each ends by its deadline, also while its answer arrives. Thread-safe. */
final class RegistryHttp {

    /** Bytes of the longest answer: a schema of {@link SchemaDownload#MAX_SIZE}, escaped. */
    private static final int MAX_BYTES = 3 << 20;

    private static final int LONGEST_REASON = 200;
    private static final JsonMapper JSON = new JsonMapper();

    private final RegistrySettings settings;
    private final Redaction redaction;
    private final HttpClient.Builder builder;
    private @Nullable HttpClient client;

    /** @throws IllegalArgumentException if the certificates can't be used */
    RegistryHttp(RegistrySettings settings) {
        this.settings = settings;
        this.redaction = Redaction.ofSecret(settings.password());
        this.builder = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NEVER)
                .connectTimeout(settings.requestTimeout());
        var tls = settings.tls();
        if (tls != null && tls.caFile() != null) {
            builder.sslContext(trusting(tls.caFile()));
        }
    }

    /**
     * Returns the client, which the first request makes. Its thread ends only when the garbage collector finds the
     * client, and a change of the configuration that cannot be applied is tried once a second.
     */
    private synchronized HttpClient client() {
        var known = client;
        if (known == null) {
            known = builder.build();
            client = known;
        }
        return known;
    }

    private static SSLContext trusting(Path caFile) {
        try {
            var store = KeyStore.getInstance(KeyStore.getDefaultType());
            store.load(null, null);
            for (var certificate : TlsSettings.certificates(caFile)) {
                store.setCertificateEntry("ca" + store.size(), certificate);
            }
            var trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
            trust.init(store);
            var context = SSLContext.getInstance("TLS");
            context.init(null, trust.getTrustManagers(), null);
            return context;
        } catch (IOException | GeneralSecurityException e) {
            throw new IllegalArgumentException("The certificates of " + caFile + " can't be used", e);
        }
    }

    /**
     * Returns the object that the registry answers.
     *
     * @param path the path below the registry's URL
     * @param nanos the time that is left, nanoseconds
     */
    JsonNode get(String path, long nanos) throws RegistryException {
        if (nanos <= 0) {
            throw tooSlow();
        }
        var request = HttpRequest.newBuilder(URI.create(settings.url() + path))
                .timeout(Duration.ofNanos(nanos))
                .header("Accept", "application/vnd.schemaregistry.v1+json, application/json");
        if (!settings.username().isEmpty()) {
            request.header("Authorization", "Basic " + credentials());
        }
        var sent = client().sendAsync(request.build(), answer -> new LimitedBody(MAX_BYTES));
        try {
            return body(await(sent, nanos));
        } finally {
            sent.cancel(true);
        }
    }

    private String credentials() {
        var text = settings.username() + ":" + settings.password();
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }

    private <T> T await(Future<T> sent, long nanos) throws RegistryException {
        try {
            return sent.get(nanos, TimeUnit.NANOSECONDS);
        } catch (TimeoutException e) {
            throw tooSlow();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RegistryException(Kind.THIS_SCHEMA, "was not waited for, since the extension stops");
        } catch (ExecutionException e) {
            var cause = e.getCause();
            if (cause instanceof LimitedBody.TooLong) {
                throw new RegistryException(Kind.THIS_SCHEMA, "has a schema that is too large");
            }
            throw cause instanceof HttpTimeoutException
                    ? tooSlow()
                    : new RegistryException(Kind.REGISTRY, "does not answer (" + reason(cause) + ")");
        }
    }

    private String reason(@Nullable Throwable cause) {
        var reason = redaction.of(String.valueOf(cause));
        return reason.substring(0, Math.min(LONGEST_REASON, reason.length()));
    }

    private RegistryException tooSlow() {
        return new RegistryException(
                Kind.TIMEOUT,
                "did not answer within " + settings.requestTimeout().toMillis() + " ms");
    }

    private static JsonNode body(HttpResponse<byte[]> answer) throws RegistryException {
        int status = answer.statusCode();
        switch (status) {
            case 200 -> {
                return object(answer.body());
            }
            case 301, 302, 303, 307, 308 ->
                throw new RegistryException(
                        Kind.REGISTRY,
                        "answers with a redirect (HTTP " + status + "), which is not followed; configure the <url> that"
                                + " it leads to");
            case 401 -> throw new RegistryException(Kind.REGISTRY, "refuses the user name or password (HTTP 401)");
            case 404 -> throw new RegistryException(Kind.THIS_SCHEMA, missing(answer.body()));
            case 407, 429, 502, 503, 504 ->
                throw new RegistryException(Kind.REGISTRY, "does not answer (HTTP " + status + ")");
            default -> throw new RegistryException(Kind.THIS_SCHEMA, "does not give the schema (HTTP " + status + ")");
        }
    }

    private static JsonNode object(byte[] body) throws RegistryException {
        try {
            var object = JSON.readTree(body);
            if (object != null && object.isObject()) {
                return object;
            }
        } catch (IOException e) {
            // rejected below
        }
        throw new RegistryException(Kind.REGISTRY, "answers without JSON, so its <url> may be wrong");
    }

    /** A registry reports a missing schema in JSON; another server or another path reports a missing page. */
    private static String missing(byte[] body) {
        try {
            if (JSON.readTree(body).has("error_code")) {
                return "has no such schema";
            }
        } catch (IOException e) {
            // no registry
        }
        return "has no such page (HTTP 404), so its <url> may be wrong";
    }
}
