package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** A {@code taosd} and a {@code taosadapter} from the PATH, on free ports of the loopback address. */
final class LocalTDengine implements AutoCloseable {

    private static final List<String> PROGRAMS = List.of("taosd", "taosadapter");
    private static final Duration TO_START = Duration.ofSeconds(30);
    private static final Duration BETWEEN_TRIES = Duration.ofMillis(100);
    private static final String READY = "\"data\":[[\"ready\"]]";
    private static final String ROOT = "Basic cm9vdDp0YW9zZGF0YQ==";

    private static final String SERVER_CONFIGURATION = """
            fqdn               localhost
            firstEp            localhost:%1$d
            serverPort         %1$d
            dataDir            %2$s/data
            logDir             %2$s/log
            tempDir            %2$s/tmp
            telemetryReporting 0
            crashReporting     0
            monitor            0
            audit              0
            """;
    private static final String ADAPTER_CONFIGURATION = """
            taosConfigDir = "%2$s"
            port = %1$d
            [log]
            path = "%2$s/log"
            reservedDiskSize = "0B"
            [monitor]
            disable = true
            [uploadKeeper]
            enable = false
            """;
    private static final List<String> ADAPTER_PLUGINS = List.of(
            "opentsdb",
            "influxdb",
            "prometheus",
            "statsd",
            "collectd",
            "opentsdb_telnet",
            "node_exporter",
            "open_metrics");

    private final int adapterPort;
    private final List<Process> processes = new ArrayList<>();

    private LocalTDengine(int adapterPort) {
        this.adapterPort = adapterPort;
    }

    /** Whether both programs are on the PATH. */
    static boolean isInstalled() {
        return PROGRAMS.stream()
                .allMatch(program -> Stream.of(System.getenv("PATH").split(":"))
                        .anyMatch(folder -> Files.isExecutable(Path.of(folder, program))));
    }

    /** Starts both and waits until a database can be created. */
    static LocalTDengine start(Path folder) throws IOException, InterruptedException {
        int serverPort = FreePort.find();
        var server = new LocalTDengine(FreePort.find());
        for (var name : List.of("data", "log", "tmp")) {
            Files.createDirectories(folder.resolve(name));
        }
        Files.writeString(folder.resolve("taos.cfg"), SERVER_CONFIGURATION.formatted(serverPort, folder));
        var plugins = new StringBuilder();
        ADAPTER_PLUGINS.forEach(name -> plugins.append("[").append(name).append("]\nenable = false\n"));
        var adapterFile = folder.resolve("taosadapter.toml");
        Files.writeString(adapterFile, ADAPTER_CONFIGURATION.formatted(server.adapterPort, folder) + plugins);
        server.run("taosd", folder, folder);
        server.run("taosadapter", adapterFile, folder);
        server.awaitReady();
        return server;
    }

    private void run(String program, Path configuration, Path folder) throws IOException {
        var builder = new ProcessBuilder(program, "-c", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve(program + ".out").toFile());
        builder.environment().keySet().removeIf(name -> name.startsWith("TAOS_")); // they override the files
        processes.add(builder.start());
    }

    private void awaitReady() throws IOException, InterruptedException {
        var client = HttpClient.newHttpClient();
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adapterPort + "/rest/sql"))
                .header("Authorization", ROOT)
                .timeout(TO_START)
                .POST(HttpRequest.BodyPublishers.ofString("select status from information_schema.ins_dnodes"))
                .build();
        long deadline = System.nanoTime() + TO_START.toNanos();
        while (!isReady(client, request)) {
            if (System.nanoTime() > deadline) {
                close();
                throw new IOException("TDengine was not ready within " + TO_START);
            }
            Thread.sleep(BETWEEN_TRIES.toMillis());
        }
    }

    private static boolean isReady(HttpClient client, HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, BodyHandlers.ofString()).body().contains(READY);
        } catch (IOException e) {
            return false; // it does not listen yet
        }
    }

    String jdbcUrl() {
        return "jdbc:TAOS-WS://127.0.0.1:" + adapterPort;
    }

    List<ProcessHandle> processes() {
        return processes.stream().map(Process::toHandle).toList();
    }

    /** Kills both: nobody needs the data any more. */
    @Override
    public void close() {
        processes.forEach(Process::destroyForcibly);
    }
}
