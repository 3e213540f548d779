// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
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

/** One {@code taosadapter} on a port of its own, everything below one folder; what JDBC URLs name. */
final class Adapter {

    /** For what an idle server answers at once; one on a busy machine takes seconds. */
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private static final String CLIENT_CONFIGURATION = """
            fqdn               localhost
            firstEp            localhost:%d
            secondEp           localhost:%d
            logDir             %s
            telemetryReporting 0
            crashReporting     0
            """;
    private static final String CONFIGURATION = """
            debug = false
            taosConfigDir = "%2$s"
            port = %1$d
            [log]
            path = "%2$s"
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

    private final int port = Ports.free();
    private final ServerProcess process;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();

    /** @param dnodes the ports of the cluster's dnodes, of which it asks the first two for the others */
    Adapter(Path taosadapter, Path folder, List<Integer> dnodes) {
        var file = folder.resolve("taosadapter.toml");
        process = new ServerProcess(
                List.of(taosadapter.toString(), "-c", file.toString()), folder.resolve("taosadapter.out"));
        try {
            Files.createDirectories(folder);
            Files.writeString(
                    folder.resolve("taos.cfg"),
                    CLIENT_CONFIGURATION.formatted(dnodes.get(0), dnodes.get(dnodes.size() > 1 ? 1 : 0), folder));
            Files.writeString(file, CONFIGURATION.formatted(port, folder));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The host and port that a JDBC URL names. */
    String endpoint() {
        return "127.0.0.1:" + port;
    }

    ServerProcess process() {
        return process;
    }

    /**
     * Answer of the server to a statement, as JSON.
     *
     * @throws IOException if it does not answer
     */
    String ask(String sql, Duration timeout) throws IOException {
        var login = Base64.getEncoder().encodeToString("root:taosdata".getBytes(StandardCharsets.UTF_8));
        var request = HttpRequest.newBuilder(URI.create("http://" + endpoint() + "/rest/sql"))
                .timeout(timeout)
                .header("Authorization", "Basic " + login)
                .POST(BodyPublishers.ofString(sql))
                .build();
        try {
            return http.send(request, BodyHandlers.ofString()).body();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /**
     * Number of ready dnodes as this adapter reports it, within about ten seconds. A server that reports its version
     * may not be able to create databases yet.
     */
    int readyDnodes() {
        try {
            return ask("SELECT status FROM information_schema.ins_dnodes", TIMEOUT)
                            .split("\\[\"ready\"]", -1)
                            .length
                    - 1;
        } catch (IOException e) {
            return 0;
        }
    }
}
