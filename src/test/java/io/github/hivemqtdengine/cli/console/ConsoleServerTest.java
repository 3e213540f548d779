// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.console;

import static io.github.hivemqtdengine.testkit.Patience.await;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.github.hivemqtdengine.decode.json.JsonTree;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConsoleServerTest {

    @TempDir
    private Path folder;

    private final List<Tool.Call> calls = new ArrayList<>();
    private final CountDownLatch ended = new CountDownLatch(1);
    private Path file;
    private ConsoleServer server;
    private String host;
    private String token;

    @BeforeEach
    void start() throws IOException {
        file = folder.resolve("config.xml");
        Files.writeString(file, "<old/>");
        var example = Files.createDirectories(folder.resolve("examples/meters"));
        Files.writeString(example.resolve("config.xml"), "<meters/>");
        Files.writeString(example.resolve("README.md"), "# Meters");
        Files.writeString(folder.resolve("examples/secret.xml"), "<secret/>");
        server = ConsoleServer.start(0, this::run, new MappingFile(file), folder, folder.resolve("examples"));
        host = server.address().getAuthority();
        token = "X-Token: " + server.address().getRawQuery().substring("token=".length());
    }

    @AfterEach
    void close() {
        server.close();
    }

    private Tool.Answer run(Tool.Call call, Writer out) {
        synchronized (calls) {
            calls.add(call);
        }
        var lines = new PrintWriter(out);
        if (!call.arguments().get(0).equals("trace")) {
            lines.println("{\"valid\":false}");
            return new Tool.Answer(1, "a \"note\"\n");
        }
        try {
            for (int line = 0; line < 300; line++) {
                lines.println("{\"client\":\"<img src=x>" + line + "\"}");
            }
            new CountDownLatch(1).await(); // until it is interrupted
            return new Tool.Answer(0, "");
        } catch (InterruptedException e) {
            ended.countDown();
            return new Tool.Answer(0, "");
        }
    }

    private String refusal(String question, Map<String, ?> fields) throws IOException {
        var answer = post(
                "/api/" + question, JsonTree.write(fields), "Host: " + host, "Content-Type: application/json", token);
        assertThat(answer).startsWith("HTTP/1.1 400");
        return answer;
    }

    private String send(String request) throws IOException {
        try (var socket =
                new Socket(InetAddress.getLoopbackAddress(), server.address().getPort())) {
            socket.getOutputStream().write(request.getBytes(UTF_8));
            return new String(socket.getInputStream().readAllBytes(), UTF_8);
        }
    }

    private String get(String path, String... headers) throws IOException {
        return send("GET " + path + " HTTP/1.1\r\nConnection: close\r\n" + String.join("\r\n", headers) + "\r\n\r\n");
    }

    private String post(String path, String body, String... headers) throws IOException {
        return send("POST " + path + " HTTP/1.1\r\nConnection: close\r\nContent-Length: " + body.getBytes(UTF_8).length
                + "\r\n" + String.join("\r\n", headers) + "\r\n\r\n" + body);
    }

    private Map<?, ?> ask(String question, Map<String, ?> fields) throws Exception {
        var answer = post(
                "/api/" + question,
                JsonTree.write(fields),
                "Host: " + host,
                "Origin: http://" + host,
                "Content-Type: application/json",
                token);
        assertThat(answer).startsWith("HTTP/1.1 200");
        return (Map<?, ?>) Objects.requireNonNull(
                JsonTree.read(answer.substring(answer.indexOf("\r\n\r\n") + 4).getBytes(UTF_8)));
    }

    private static String header(String answer, String name) {
        return answer.lines()
                .filter(line -> line.regionMatches(true, 0, name + ": ", 0, name.length() + 2))
                .map(line -> line.substring(name.length() + 2))
                .findFirst()
                .orElseThrow(() -> new AssertionError(answer));
    }

    @Test
    void shouldAnswerBesideRequestsThatNeverEnd() throws IOException {
        var sockets = new ArrayList<Socket>();
        try {
            for (int i = 0; i < 10; i++) {
                var socket = new Socket(
                        InetAddress.getLoopbackAddress(), server.address().getPort());
                socket.getOutputStream()
                        .write("POST /api/rows HTTP/1.1\r\nContent-Length: 9\r\nHost: ".getBytes(UTF_8));
                sockets.add(socket);
            }
            assertThat(get("/", "Host: " + host)).startsWith("HTTP/1.1 200");
            for (var socket : sockets) { // the server ends them
                socket.setSoTimeout(60_000);
                assertThat(socket.getInputStream().readAllBytes()).isEmpty();
            }
        } finally {
            for (var socket : sockets) {
                socket.close();
            }
        }
    }

    @Test
    void shouldServeItsPageToTheAddressWithTheToken() throws IOException {
        var page = get("/?" + server.address().getRawQuery(), "Host: " + host);

        assertThat(page)
                .startsWith("HTTP/1.1 200")
                .contains("<main id=\"mapping\"")
                .doesNotContainIgnoringCase("Set-Cookie");
        assertThat(header(page, "Content-Security-Policy"))
                .contains("default-src 'none'")
                .doesNotContain("unsafe");
    }

    @Test
    void shouldServeEveryFileOfThePage() throws IOException {
        var page = get("/", "Host: " + host, token);
        var names =
                Pattern.compile("(?:src|href)=\"([\\w./-]+)\"").matcher(page).results();

        assertThat(names.map(name -> name.group(1)))
                .hasSizeGreaterThan(8)
                .allSatisfy(name -> assertThat(get("/" + name, "Host: " + host, token))
                        .as(name)
                        .startsWith("HTTP/1.1 200"));
    }

    /** A cookie would reach the servers of other users of this machine. */
    @ParameterizedTest
    @ValueSource(strings = {"X-Token: ", "X-Token: 00000000000000000000000000000000", "Cookie: token=", "X-Other: 1"})
    void shouldAnswerNobodyWithoutTheToken(String header) throws IOException {
        var answer = post("/api/configuration", "{}", "Host: " + host, "Content-Type: application/json", header);

        assertThat(answer).startsWith("HTTP/1.1 403").doesNotContain("<old/>");
        assertThat(post("/api/save", "{}", "Host: " + host, "Content-Type: application/json", header))
                .startsWith("HTTP/1.1 403");
        assertThat(file).hasContent("<old/>");
    }

    @Test
    void shouldRefuseOtherHostsAndOrigins() throws IOException {
        assertThat(get("/", "Host: evil.example", token)).startsWith("HTTP/1.1 403");
        assertThat(get("/", "Host: localhost:1", token)).startsWith("HTTP/1.1 403");
        assertThat(get("/", "Host: " + host, "Origin: http://evil.example", token))
                .startsWith("HTTP/1.1 403");
        assertThat(get("/", "Host: " + host, "Origin: null", token)).startsWith("HTTP/1.1 403");
        assertThat(calls).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"/../config.xml", "/config.xml", "/%2e%2e/config.xml", "//etc/passwd", "/index.html", "/api/"})
    void shouldServeNothingElse(String path) throws IOException {
        assertThat(get(path, "Host: " + host, token)).startsWith("HTTP/1.1 404").doesNotContain("<old/>");
    }

    @Test
    void shouldAcceptOnlyQuestionsOfItsPage() throws IOException {
        var headers = new String[] {"Host: " + host, "Content-Type: text/plain", token};

        assertThat(post("/api/check", "{}", headers)).startsWith("HTTP/1.1 404");
        headers[1] = "Content-Type: application/json";
        assertThat(post("/api/nosuch", "{}", headers)).startsWith("HTTP/1.1 404");
        assertThat(post("/api/check", "{", headers)).startsWith("HTTP/1.1 400");
        assertThat(post("/api/check", " ".repeat((8 << 20) + 1), headers)).startsWith("HTTP/1.1 413");
        assertThat(calls).isEmpty();
    }

    @Test
    void shouldCheckTheTextOfTheEditor() throws Exception {
        var answer = ask("check", Map.of("text", "<new/>\u6e29"));

        assertThat(answer.get("out")).isEqualTo(Map.of("valid", false));
        assertThat(answer.get("error")).isEqualTo("a \"note\"");
        assertThat(calls).singleElement().satisfies(call -> {
            assertThat(call.input()).asString(UTF_8).isEqualTo("<new/>\u6e29");
            assertThat(call.arguments()).containsExactly("validate", "--config=" + file, "--draft", "--json");
        });
    }

    @Test
    void shouldPassAMessageAsOptionsOfOneCommand() throws Exception {
        ask(
                "explain",
                Map.of("topic", "--help", "payload", "@/etc/passwd", "qos", "1", "properties", List.of("a=b", "-x=y")));

        assertThat(calls.get(0).arguments())
                .containsExactly(
                        "explain",
                        "--topic=--help",
                        "--text=@/etc/passwd",
                        "--qos=1",
                        "--property=a=b",
                        "--property=-x=y",
                        "--config=" + file,
                        "--draft",
                        "--json");
    }

    @Test
    void shouldLearnWithThePasswordAsInput() throws Exception {
        var run = ask(
                "learn",
                Map.of(
                        "broker",
                        "h:1883",
                        "filter",
                        "plant/#",
                        "minutes",
                        "5",
                        "user",
                        "u",
                        "password",
                        "s3cret",
                        "isTls",
                        true));

        var lines = Map.of("command", "learn", "run", Objects.requireNonNull(run.get("run")));
        await().until(() -> ask("lines", lines).get("isRunning"), Boolean.FALSE::equals);
        assertThat(ask("lines", lines))
                .isEqualTo(Map.of(
                        "lines",
                        List.of(Map.of("valid", false)),
                        "next",
                        1L,
                        "isRunning",
                        false,
                        "code",
                        1L,
                        "error",
                        "a \"note\""));
        var call = calls.get(calls.size() - 1);
        assertThat(call.arguments())
                .containsExactly(
                        "suggest",
                        "--broker=h:1883",
                        "--topic-filter=plant/#",
                        "--minutes=5",
                        "--user=u",
                        "--password-file=-",
                        "--tls",
                        "--json");
        assertThat(call.input()).asString(UTF_8).isEqualTo("s3cret");
        ask("stop", Map.of("command", "learn"));
        assertThat(refusal("lines", lines)).contains("This was ended, perhaps in another tab");
    }

    @Test
    void shouldGiveTheLinesOfATraceWhileItRuns() throws Exception {
        var run = Objects.requireNonNull(ask("trace", Map.of("client", "--help", "topic", "a/#", "minutes", "5"))
                .get("run"));
        var fields = Map.of("command", "trace", "run", run, "from", 298);
        await().until(() -> ask("lines", fields).get("next"), Long.valueOf(300)::equals);

        assertThat(calls.get(0).arguments())
                .containsExactly(
                        "trace", "--data-folder=" + folder, "--client=--help", "--topic=a/#", "--minutes=5", "--json");
        var answer = ask("lines", fields);
        assertThat(answer.get("isRunning")).isEqualTo(true);
        assertThat(answer.get("lines"))
                .isEqualTo(List.of(Map.of("client", "<img src=x>298"), Map.of("client", "<img src=x>299")));
        assertThat((List<?>)
                        ask("lines", Map.of("command", "trace", "run", run)).get("lines"))
                .as("the last ones are kept")
                .hasSize(200);
        var next = Objects.requireNonNull(ask("trace", Map.of("client", "c")).get("run"));
        assertThat(ended.await(1, TimeUnit.MINUTES)).isTrue();
        assertThat(refusal("lines", fields)).contains("perhaps in another tab");
        assertThat(ask("lines", Map.of("command", "trace", "run", next)).get("isRunning"))
                .isEqualTo(true);
    }

    @Test
    void shouldKeepAMebibyteOfLines() {
        var lines = new LastLines();
        var out = new PrintWriter(lines);
        for (int line = 0; line < 10; line++) {
            out.println("x".repeat(300_000));
        }

        assertThat(lines.since(0)).hasSize(3);
        assertThat(lines.since(8)).hasSize(2);
        assertThat(lines.since(10)).isEmpty();
        out.println("y".repeat(2_000_000));
        assertThat(lines.since(0)).singleElement().asString().startsWith("y");
        assertThat(lines.next()).isEqualTo(11);
    }

    @Test
    void shouldSaveTheFileThatTheUserHasSeen() throws Exception {
        var seen = ask("configuration", Map.of());

        assertThat(seen.get("text")).isEqualTo("<old/>");
        var saved = ask("save", Map.of("text", "<new/>", "version", String.valueOf(seen.get("version"))));
        assertThat(file).hasContent("<new/>");
        assertThat(ask("save", Map.of("text", "<late/>", "version", String.valueOf(seen.get("version")))))
                .isEqualTo(Map.of("version", ""));
        assertThat(file).hasContent("<new/>");
        assertThat(ask("configuration", Map.of()).get("version")).isEqualTo(saved.get("version"));
        try (var files = Files.list(folder)) {
            assertThat(files.map(Path::getFileName).map(Path::toString))
                    .containsExactlyInAnyOrder("config.xml", "examples");
        }
    }

    @Test
    @DisabledOnOs(OS.WINDOWS)
    void shouldKeepPermissionsAndLinks() throws Exception {
        var link = Files.createSymbolicLink(folder.resolve("link.xml"), file);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-rw----"));
        var mapping = new MappingFile(link);

        assertThat(mapping.save("<new/>", mapping.read().version())).isNotEmpty();
        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("<new/>");
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
                .isEqualTo("rw-rw----");
    }

    @Test
    void shouldKeepTheOwnerOfTheFile() throws Exception {
        assumeThat(System.getProperty("user.name")).isEqualTo("root"); // only root can give files away
        Files.setAttribute(file, "unix:uid", 65_534);
        Files.setAttribute(file, "unix:gid", 65_534);
        var mapping = new MappingFile(file);

        assertThat(mapping.save("<new/>", mapping.read().version())).isNotEmpty();
        assertThat(file).hasContent("<new/>");
        assertThat(Files.getAttribute(file, "unix:uid")).isEqualTo(65_534);
        assertThat(Files.getAttribute(file, "unix:gid")).isEqualTo(65_534);
    }

    @Test
    void shouldNotReplaceAFileThatItCannotShow() throws Exception {
        Files.write(file, "<temp unit='\u00b0C'/>".getBytes(ISO_8859_1));
        var fields = "{\"text\":\"<new/>\",\"version\":\"\"}";
        var headers = new String[] {"Host: " + host, "Content-Type: application/json", token};

        assertThat(ask("configuration", Map.of()))
                .isEqualTo(Map.of(
                        "file",
                        file.toString(),
                        "text",
                        "",
                        "version",
                        "",
                        "problem",
                        file + " is not UTF-8, so it can't be shown or saved here"));
        assertThat(post("/api/save", fields, headers)).startsWith("HTTP/1.1 400");
        assertThat(file).usingCharset(ISO_8859_1).hasContent("<temp unit='\u00b0C'/>");
        Files.delete(file);
        Files.createDirectory(file);
        assertThat(post("/api/save", fields, headers))
                .startsWith("HTTP/1.1 400")
                .contains("can't be read");
        assertThat(file).isEmptyDirectory();
    }

    @Test
    void shouldShowExamplesAndNothingBesideThem() throws Exception {
        assertThat(ask("examples", Map.of()).get("examples")).isEqualTo(List.of("meters"));
        assertThat(ask("example", Map.of("name", "meters", "language", "zh")))
                .isEqualTo(Map.of("text", "<meters/>", "page", ""));
        var other = post("/api/example", "{\"name\":\"..\"}", "Host: " + host, "Content-Type: application/json", token);
        assertThat(other).startsWith("HTTP/1.1 400").contains("There is no example ..");
    }
}
