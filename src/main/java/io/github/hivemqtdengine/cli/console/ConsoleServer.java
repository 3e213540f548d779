// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.console;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.github.hivemqtdengine.decode.DecodeException;
import io.github.hivemqtdengine.decode.json.JsonTree;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/**
 * Server of the page, for this machine only: it listens on 127.0.0.1, and answers questions only with the random token of
 * its address, to requests that name this host and come from its own page. The page itself holds no secret.
 */
public final class ConsoleServer implements AutoCloseable {

    /** Setting of the JDK's server, which has no method for it: seconds that a request may take to arrive. */
    private static final String REQUEST_TIME = "sun.net.httpserver.maxReqTime";

    private static final String MAX_SECONDS = "5";
    private static final int THREADS = 32;
    private static final int MAX_BODY_BYTES = 8 << 20;
    private static final int TOKEN_BYTES = 16;

    /** Header of questions. No cookie: a browser would send it to the servers of other users of this machine, too. */
    private static final String TOKEN = "X-token";

    private static final String LIBRARIES = "/META-INF/resources/webjars/";
    private static final String ACE = LIBRARIES + "ace-builds/1.41.0";
    private static final String HTML = "text/html; charset=utf-8";
    private static final String SCRIPT = "text/javascript; charset=utf-8";
    private static final String STYLE = "text/css; charset=utf-8";
    private static final String JSON = "application/json";

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy",
            "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self';"
                    + " base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            "X-Content-Type-Options",
            "nosniff",
            "Referrer-Policy",
            "no-referrer",
            "Cross-Origin-Resource-Policy",
            "same-origin",
            "Cache-Control",
            "no-store");

    /** All files that are served. */
    private static final Map<String, Asset> ASSETS = Map.ofEntries(
            Map.entry("/", new Asset("index.html", HTML)),
            Map.entry("/console.css", new Asset("console.css", STYLE)),
            Map.entry("/texts.js", new Asset("texts.js", SCRIPT)),
            Map.entry("/page.js", new Asset("page.js", SCRIPT)),
            Map.entry("/parts.js", new Asset("parts.js", SCRIPT)),
            Map.entry("/mapping.js", new Asset("mapping.js", SCRIPT)),
            Map.entry("/editor.js", new Asset("editor.js", SCRIPT)),
            Map.entry("/learn.js", new Asset("learn.js", SCRIPT)),
            Map.entry("/trace.js", new Asset("trace.js", SCRIPT)),
            Map.entry("/now.js", new Asset("now.js", SCRIPT)),
            Map.entry("/data.js", new Asset("data.js", SCRIPT)),
            Map.entry("/uPlot.js", new Asset(LIBRARIES + "uplot/1.6.30/dist/uPlot.iife.min.js", SCRIPT)),
            Map.entry("/uPlot.css", new Asset(LIBRARIES + "uplot/1.6.30/dist/uPlot.min.css", STYLE)),
            Map.entry("/letters.js", new Asset("letters.js", SCRIPT)),
            Map.entry("/reference.json", new Asset("/io/github/hivemqtdengine/config/reference.json", JSON)));

    /** Files of the editor, which refer to each other. */
    private static final Pattern OF_EDITOR = Pattern.compile("/ace((?:/[\\w-]+)+\\.(js|css|png))");

    private static final Map<String, String> TYPES = Map.of("js", SCRIPT, "css", STYLE, "png", "image/png");

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    private final Answers answers;
    private final byte[] token;

    /**
     * File of the page.
     *
     * @param resource relative to this class, or from the root of the class path
     */
    private record Asset(String resource, String type) {}

    /** Answer that ends a request. */
    @SuppressWarnings("ArrayRecordComponent") // written once
    private record Reply(int status, String type, byte[] body) {

        static Reply refusal(int status, String sentence) {
            return new Reply(status, JSON, JsonTree.utf8(Map.of("error", sentence)));
        }
    }

    private ConsoleServer(HttpServer server, Answers answers) {
        this.server = server;
        this.answers = answers;
        this.token = new byte[TOKEN_BYTES];
        new SecureRandom().nextBytes(token);
        server.setExecutor(threads);
        server.createContext("/", this::handle);
    }

    /**
     * Starts a server.
     *
     * @param port on 127.0.0.1; 0 for any free one
     * @param dataFolder HiveMQ's data folder
     * @param examples folder with an example in each folder
     * @throws IOException if the port is in use
     */
    public static ConsoleServer start(int port, Tool tool, MappingFile file, Path dataFolder, Path examples)
            throws IOException {
        System.setProperty(REQUEST_TIME, MAX_SECONDS); // or half of a request would keep a thread for ever
        var local = InetAddress.getByAddress(new byte[] {127, 0, 0, 1});
        var http = HttpServer.create(new InetSocketAddress(local, port), 0);
        var server = new ConsoleServer(http, new Answers(tool, file, dataFolder, examples));
        http.start();
        return server;
    }

    /** Returns the address with the token. */
    public URI address() {
        return URI.create("http://" + host() + "/?token=" + HexFormat.of().formatHex(token));
    }

    private String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            HEADERS.forEach(exchange.getResponseHeaders()::set);
            var reply = reply(exchange);
            exchange.getResponseHeaders().set("Content-Type", reply.type());
            exchange.sendResponseHeaders(reply.status(), reply.body().length == 0 ? -1 : reply.body().length);
            if (reply.body().length > 0) {
                exchange.getResponseBody().write(reply.body());
            }
        }
    }

    private Reply reply(HttpExchange exchange) {
        var headers = exchange.getRequestHeaders();
        var host = host();
        var origins = headers.getOrDefault("Origin", List.of());
        if (!headers.getOrDefault("Host", List.of()).equals(List.of(host))
                || !Set.of("http://" + host).containsAll(origins)) {
            return Reply.refusal(403, "Only the page of this server may ask");
        }
        var path = exchange.getRequestURI().getPath();
        boolean isQuestion = exchange.getRequestMethod().equals("POST");
        if (isQuestion && !isToken(headers.getOrDefault(TOKEN, List.of("")).get(0))) {
            return Reply.refusal(403, "Open the address that the command has printed, with its token");
        }
        try {
            return isQuestion ? answer(exchange, path) : file(exchange, path);
        } catch (IOException e) { // a file that can't be read, or a sentence of an answer
            return Reply.refusal(400, String.valueOf(e.getMessage()));
        } catch (RuntimeException | LinkageError | StackOverflowError | OutOfMemoryError e) {
            return Reply.refusal(500, e.toString()); // otherwise the browser gets no answer
        }
    }

    private boolean isToken(String given) {
        return MessageDigest.isEqual(
                HexFormat.of().formatHex(token).getBytes(StandardCharsets.UTF_8),
                given.getBytes(StandardCharsets.UTF_8));
    }

    private static Reply file(HttpExchange exchange, String path) throws IOException {
        var ofEditor = OF_EDITOR.matcher(path);
        var asset = ofEditor.matches()
                ? new Asset(ACE + ofEditor.group(1), TYPES.getOrDefault(ofEditor.group(2), ""))
                : ASSETS.get(path);
        if (asset == null || !exchange.getRequestMethod().equals("GET")) {
            return Reply.refusal(404, "There is no such page");
        }
        try (var in = ConsoleServer.class.getResourceAsStream(asset.resource())) {
            return in == null
                    ? Reply.refusal(404, "The file is not in the jar")
                    : new Reply(200, asset.type(), in.readAllBytes());
        }
    }

    private Reply answer(HttpExchange exchange, String path) throws IOException {
        if (!path.startsWith("/api/")
                || !JSON.equals(exchange.getRequestHeaders().getFirst("Content-Type"))) {
            return Reply.refusal(404, "There is no such question");
        }
        var body = exchange.getRequestBody().readNBytes(MAX_BODY_BYTES + 1);
        if (body.length > MAX_BODY_BYTES) {
            return Reply.refusal(413, "The question is larger than " + MAX_BODY_BYTES + " bytes");
        }
        var answer = answers.to(path.substring("/api/".length()), fields(body));
        return answer == null ? Reply.refusal(404, "There is no such question") : new Reply(200, JSON, answer);
    }

    private static Map<?, ?> fields(byte[] body) throws IOException {
        try {
            return JsonTree.read(body) instanceof Map<?, ?> fields ? fields : Map.of();
        } catch (DecodeException e) {
            throw new IOException(e.sentence(), e);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
        answers.close();
    }
}
