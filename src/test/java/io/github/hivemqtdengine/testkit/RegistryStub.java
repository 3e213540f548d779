// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsConfigurator;
import com.sun.net.httpserver.HttpsServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** A schema registry as Confluent documents its API, as far as readers of schemas use it. */
public final class RegistryStub implements AutoCloseable {

    private static final String MISSING = "{\"error_code\": 40403, \"message\": \"Schema not found\"}";
    private static final JsonMapper JSON = new JsonMapper();

    private final HttpServer server;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final List<String> credentials = new CopyOnWriteArrayList<>();
    private volatile int status = 200;
    private volatile @Nullable String location;
    private volatile @Nullable CountDownLatch silence;
    private volatile String silentPath = "";

    public RegistryStub() {
        this(null);
    }

    /** @param tls makes the registry one with https */
    public RegistryStub(@Nullable SSLContext tls) {
        try {
            var address = new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
            if (tls == null) {
                server = HttpServer.create(address, 0);
            } else {
                var https = HttpsServer.create(address, 0);
                https.setHttpsConfigurator(new HttpsConfigurator(tls));
                server = https;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    /** A schema that a subject has in some version. */
    public record Referenced(String name, String subject, int version) {}

    public String url() {
        return (server instanceof HttpsServer ? "https" : "http") + "://127.0.0.1:"
                + server.getAddress().getPort();
    }

    /** Registers an Avro schema, whose type Confluent's registry leaves out. */
    public void avro(long id, String schema, Referenced... references) {
        put("/schemas/ids/" + id, null, schema, references);
    }

    public void put(String path, @Nullable String type, String schema, Referenced... references) {
        var answer = new LinkedHashMap<String, Object>();
        if (type != null) {
            answer.put("schemaType", type);
        }
        answer.put("schema", schema);
        var listed = new ArrayList<Map<String, Object>>();
        for (var reference : references) {
            listed.add(
                    Map.of("name", reference.name(), "subject", reference.subject(), "version", reference.version()));
        }
        if (!listed.isEmpty()) {
            answer.put("references", listed);
        }
        try {
            answers.put(path, JSON.writeValueAsString(answer));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Registers a Protobuf schema, as text and as a descriptor in Base64. */
    public void protobuf(String path, String descriptor, Referenced... references) {
        put(path, "PROTOBUF", "syntax = \"proto3\"; // as text", references);
        put(path + "?format=serialized", "PROTOBUF", descriptor, references);
    }

    /** Answers a path by this text. */
    public void putText(String path, String text) {
        answers.put(path, text);
    }

    /** Makes every answer one with this status; 200 for the schemas. */
    public void fail(int newStatus) {
        status = newStatus;
    }

    public void redirectTo(String newLocation) {
        location = newLocation;
        status = 302;
    }

    /** Answers nothing until the returned latch is counted down. */
    public CountDownLatch silence() {
        return silence("");
    }

    /** Answers nothing on paths that begin like this until the returned latch is counted down. */
    public CountDownLatch silence(String path) {
        silentPath = path;
        var until = new CountDownLatch(1);
        silence = until;
        return until;
    }

    /** Returns the paths of all requests so far. */
    public List<String> requests() {
        return requests;
    }

    /** Returns the header Authorization of all requests so far; empty where there was none. */
    public List<String> credentials() {
        return credentials;
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            var path = exchange.getRequestURI().toString();
            requests.add(path);
            var authorization = exchange.getRequestHeaders().getFirst("Authorization");
            credentials.add(authorization == null ? "" : authorization);
            if (path.startsWith(silentPath)) {
                await();
            }
            var found = answers.get(path);
            var redirection = location;
            if (redirection != null) {
                exchange.getResponseHeaders().add("Location", redirection);
            }
            var body = (found == null ? MISSING : found).getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status != 200 ? status : found == null ? 404 : 200, body.length);
            exchange.getResponseBody().write(body);
        }
    }

    private void await() {
        var until = silence;
        try {
            if (until != null) {
                until.await();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        var until = silence;
        if (until != null) {
            until.countDown();
        }
        server.stop(0);
        threads.shutdownNow();
    }
}
