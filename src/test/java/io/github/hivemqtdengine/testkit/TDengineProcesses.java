package io.github.hivemqtdengine.testkit;

import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** {@code taosd} and {@code taosadapter} on free ports, everything below one folder; killed when the process ends. */
public final class TDengineProcesses {

    private static final Duration PATIENCE = Duration.ofSeconds(60);
    private static final String SERVER_CONFIGURATION = """
            fqdn               localhost
            firstEp            localhost:%1$d
            serverPort         %1$d
            dataDir            %2$s/data
            logDir             %2$s/log
            tempDir            %2$s/tmp
            supportVnodes      64
            telemetryReporting 0
            crashReporting     0
            monitor            0
            audit              0
            udf                0
            """;
    private static final String ADAPTER_CONFIGURATION = """
            debug = false
            taosConfigDir = "%2$s/cfg"
            port = %1$d
            [log]
            path = "%2$s/log"
            level = "warning"
            reservedDiskSize = "0B"
            [monitor]
            disable = true
            [uploadKeeper]
            enable = false
            [opentsdb]
            enable = false
            [influxdb]
            enable = false
            [prometheus]
            enable = false
            """;

    private final ServerProcess server;
    private final ServerProcess adapter;
    private final int adapterPort;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(2)).build();

    private TDengineProcesses(ServerProcess server, ServerProcess adapter, int adapterPort) {
        this.server = server;
        this.adapter = adapter;
        this.adapterPort = adapterPort;
    }

    static TDengineProcesses start(Path taosd, Path taosadapter, Path folder) {
        int adapterPort = freePort();
        var configuration = folder.resolve("cfg");
        var adapterFile = configuration.resolve("taosadapter.toml");
        try {
            for (var name : List.of("cfg", "data", "log", "tmp")) {
                Files.createDirectories(folder.resolve(name));
            }
            Files.writeString(configuration.resolve("taos.cfg"), SERVER_CONFIGURATION.formatted(freePort(), folder));
            Files.writeString(adapterFile, ADAPTER_CONFIGURATION.formatted(adapterPort, folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        var server = List.of(taosd.toString(), "-c", configuration.toString());
        var adapter = List.of(taosadapter.toString(), "-c", adapterFile.toString());
        var processes = new TDengineProcesses(
                new ServerProcess(server, folder.resolve("taosd.out")),
                new ServerProcess(adapter, folder.resolve("taosadapter.out")),
                adapterPort);
        processes.start();
        return processes;
    }

    /** Starts both and waits until they answer. */
    void start() {
        server.start();
        adapter.start();
        awaitReady();
    }

    /** Kills both as a power cut would. */
    void kill() {
        adapter.kill();
        server.kill();
    }

    private static int freePort() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    String jdbcUrl() {
        return "jdbc:TAOS-WS://127.0.0.1:" + adapterPort;
    }

    /** {@code taosd}, which keeps the rows. */
    public ServerProcess server() {
        return server;
    }

    /** {@code taosadapter}, which the driver talks to. */
    public ServerProcess adapter() {
        return adapter;
    }

    /** Waits until both answer: a server that names its version can't create databases yet. */
    public void awaitReady() {
        await("TDengine, " + server + "; " + adapter).atMost(PATIENCE).until(this::answers);
    }

    /** Whether both are there and databases can be created; says so within about two seconds. */
    boolean answers() throws InterruptedException {
        try {
            return ask("SELECT status FROM information_schema.ins_dnodes").contains("\"data\":[[\"ready\"]]");
        } catch (IOException e) {
            return false;
        }
    }

    private String ask(String sql) throws IOException, InterruptedException {
        var login = Base64.getEncoder().encodeToString("root:taosdata".getBytes(StandardCharsets.UTF_8));
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adapterPort + "/rest/sql"))
                .timeout(Duration.ofSeconds(2))
                .header("Authorization", "Basic " + login)
                .POST(BodyPublishers.ofString(sql))
                .build();
        return http.send(request, BodyHandlers.ofString()).body();
    }
}
