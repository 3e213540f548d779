// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack.database;

import io.github.hivemqtdengine.loadtest.stack.process.FreePort;
import io.github.hivemqtdengine.loadtest.stack.process.Guardian;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * TDengine server: {@code taosd} and {@code taosadapter} from {@code TDENGINE_HOME} or the PATH, on free ports. Neither
 * program has a setting for its listen address (TDengine 3.3.7.5 and 3.3.8), so other machines may reach both.
 */
public final class LocalTDengine implements DatabaseServer {

    static final String USERNAME = "root";
    static final String PASSWORD = "taosdata";

    private static final Duration TO_START = Duration.ofMinutes(2);
    private static final Duration TO_END = Duration.ofSeconds(30);
    private static final Duration TO_ANSWER = Duration.ofSeconds(2);
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

    private final Path folder;
    private final Guardian guardian;
    private final int serverPort;
    private final int adapterPort;
    private final List<Process> processes = new CopyOnWriteArrayList<>(); // taosd is first
    private volatile boolean closed;
    private boolean whole; // both are ready, and neither is being stopped

    private LocalTDengine(Path folder, Guardian guardian, int serverPort, int adapterPort) {
        this.folder = folder;
        this.guardian = guardian;
        this.serverPort = serverPort;
        this.adapterPort = adapterPort;
    }

    /** Starts both programs and waits until a database can be created. */
    public static LocalTDengine start(Path folder, Guardian guardian) throws IOException, InterruptedException {
        int serverPort = FreePort.find();
        var server = new LocalTDengine(folder, guardian, serverPort, FreePort.find());
        for (var name : List.of("data", "log", "tmp")) {
            Files.createDirectories(folder.resolve(name));
        }
        Files.writeString(folder.resolve("taos.cfg"), SERVER_CONFIGURATION.formatted(serverPort, folder));
        var plugins = new StringBuilder();
        ADAPTER_PLUGINS.forEach(name -> plugins.append("[").append(name).append("]\nenable = false\n"));
        Files.writeString(server.adapterFile(), ADAPTER_CONFIGURATION.formatted(server.adapterPort, folder) + plugins);
        server.start();
        server.warnOfOpenPorts();
        return server;
    }

    private void warnOfOpenPorts() throws IOException {
        for (int port : new int[] {serverPort, adapterPort}) {
            var addresses = Exposure.addresses(port);
            if (!addresses.isEmpty()) {
                System.err.println(warning(port, addresses));
            }
        }
    }

    static String warning(int port, List<InetAddress> addresses) {
        return "WARNING: port " + port + " of TDengine answers at "
                + addresses.stream().map(InetAddress::getHostAddress).collect(Collectors.joining(", "))
                + ", with the login " + USERNAME + "/" + PASSWORD + ", and TDengine has no setting for the address:"
                + " block the port from other machines with a firewall while this runs";
    }

    private Path adapterFile() {
        return folder.resolve("taosadapter.toml");
    }

    @Override
    public synchronized void start() throws IOException, InterruptedException {
        failIfClosed();
        if (whole && processes.stream().allMatch(Process::isAlive)) {
            return;
        }
        stop(); // leftovers of an interrupted start or stop
        run("taosd", folder);
        run("taosadapter", adapterFile());
        awaitReady();
        whole = true;
    }

    private void failIfClosed() throws IOException {
        if (closed) {
            throw new IOException("TDengine has been ended for good");
        }
    }

    private void run(String program, Path configuration) throws IOException {
        var output = folder.resolve(program + ".out").toFile();
        var file = InstalledPrograms.find(program)
                .orElseThrow(() -> new IOException(program + " is neither in TDENGINE_HOME nor on the PATH"));
        var builder = new ProcessBuilder(file.toString(), "-c", configuration.toString())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(output));
        builder.environment().keySet().removeIf(name -> name.startsWith("TAOS_")); // they override the files
        var process = builder.start();
        try {
            guardian.watch(process.toHandle());
        } catch (IOException e) {
            process.destroyForcibly(); // without a guardian it could outlive this process
            throw e;
        }
        processes.add(process);
    }

    private void awaitReady() throws IOException, InterruptedException {
        var client = HttpClient.newHttpClient();
        var request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + adapterPort + "/rest/sql"))
                .header("Authorization", ROOT)
                .timeout(TO_ANSWER)
                .POST(HttpRequest.BodyPublishers.ofString("select status from information_schema.ins_dnodes"))
                .build();
        long deadline = System.nanoTime() + TO_START.toNanos();
        while (!isReady(client, request)) {
            failIfClosed(); // close() waits for this thread
            if (System.nanoTime() > deadline) {
                kill();
                throw new IOException("TDengine was not ready within " + TO_START);
            }
            Thread.sleep(BETWEEN_TRIES.toMillis());
        }
    }

    private static boolean isReady(HttpClient client, HttpRequest request) throws InterruptedException {
        try {
            return client.send(request, BodyHandlers.ofString()).body().contains(READY);
        } catch (IOException e) {
            return false; // not listening yet
        }
    }

    @Override
    public String title() {
        return "taosd and taosadapter started here";
    }

    @Override
    public String jdbcUrl() {
        return "jdbc:TAOS-WS://127.0.0.1:" + adapterPort;
    }

    @Override
    public String username() {
        return USERNAME;
    }

    @Override
    public String password() {
        return PASSWORD;
    }

    @Override
    public List<ProcessHandle> processes() {
        return processes.stream().map(Process::toHandle).toList();
    }

    @Override
    public void stop() throws IOException, InterruptedException {
        end(Process::destroy);
    }

    @Override
    public void kill() throws IOException, InterruptedException {
        end(Process::destroyForcibly);
    }

    /** Ends the adapter first, because without taosd it would wait. Kills a process that does not end in time. */
    private synchronized void end(Consumer<Process> how) throws IOException, InterruptedException {
        whole = false;
        for (int i = processes.size() - 1; i >= 0; i--) {
            var process = processes.get(i);
            how.accept(process);
            if (!process.waitFor(TO_END.toSeconds(), TimeUnit.SECONDS)) {
                process.destroyForcibly().waitFor();
            }
            guardian.forget(process.toHandle());
            processes.remove(i);
        }
    }

    @Override
    public void close() throws IOException {
        closed = true;
        try {
            kill();
        } catch (InterruptedException e) {
            processes.forEach(Process::destroyForcibly);
            Thread.currentThread().interrupt();
        }
    }
}
