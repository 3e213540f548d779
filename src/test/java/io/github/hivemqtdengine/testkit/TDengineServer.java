// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.testkit;

import java.nio.file.Path;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Assumptions;

/**
 * The TDengine that all tests of this process share: the one at {@code TDENGINE_URL} (with {@code TDENGINE_USER} and
 * {@code TDENGINE_PASSWORD}), else one started from {@code taosd} and {@code taosadapter} on the PATH or below {@code
 * TDENGINE_HOME}. Where there is none, tests that ask for it are skipped.
 */
public final class TDengineServer {

    private static final String DEFAULT_USER = "root";
    private static final String DEFAULT_PASSWORD = "taosdata";
    private static final Optional<TDengineServer> SHARED = find();

    private final String jdbcUrl;
    private final String username;
    private final String password;
    private final Optional<TDengineProcesses> processes;

    private TDengineServer(String jdbcUrl, String username, String password, Optional<TDengineProcesses> processes) {
        this.jdbcUrl = jdbcUrl;
        this.username = username;
        this.password = password;
        this.processes = processes;
    }

    /** The server, ready; skips the calling test where there is none. */
    public static TDengineServer shared() {
        if (SHARED.isEmpty()) {
            Assumptions.abort("no TDengine here: set TDENGINE_URL or put taosd and taosadapter on the PATH");
        }
        return SHARED.orElseThrow();
    }

    private static Optional<TDengineServer> find() {
        var url = System.getenv("TDENGINE_URL");
        if (url != null && !Programs.isHidden("tdengine")) {
            return Optional.of(new TDengineServer(
                    url,
                    System.getenv().getOrDefault("TDENGINE_USER", DEFAULT_USER),
                    System.getenv().getOrDefault("TDENGINE_PASSWORD", DEFAULT_PASSWORD),
                    Optional.empty()));
        }
        return Programs.ofTDengine("taosd")
                .flatMap(taosd -> Programs.ofTDengine("taosadapter").map(adapter -> start(taosd, adapter)));
    }

    /**
     * A server of the calling test's own, which has to close its {@link #processes}; skips the test where there are no
     * programs to start.
     */
    public static TDengineServer another() {
        var started = Programs.ofTDengine("taosd")
                .flatMap(taosd -> Programs.ofTDengine("taosadapter").map(adapter -> start(taosd, adapter)));
        if (started.isEmpty()) {
            Assumptions.abort("no programs of TDengine here: put taosd and taosadapter on the PATH");
        }
        return started.orElseThrow();
    }

    private static TDengineServer start(Path taosd, Path adapter) {
        var processes = TDengineProcesses.start(taosd, adapter, TemporaryFolder.create("tdengine"));
        return new TDengineServer(processes.jdbcUrl(), DEFAULT_USER, DEFAULT_PASSWORD, Optional.of(processes));
    }

    public String jdbcUrl() {
        return jdbcUrl;
    }

    public String username() {
        return username;
    }

    public String password() {
        return password;
    }

    /** A new database name; the first writer creates the database. */
    public TimeSeriesDatabase freshDatabase() {
        var name = "test_" + UUID.randomUUID().toString().replace("-", "").toLowerCase(Locale.ROOT);
        return new TDengineDatabase(jdbcUrl, username, password, name);
    }

    /** Runs a statement that needs no database, for example one that creates it. */
    public void execute(String sql) throws SQLException {
        try (var connection = Connections.open(jdbcUrl, username, password);
                var statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** The server's two processes, to be disturbed; skips the calling test where they are not ours. */
    public TDengineProcesses processes() {
        Assumptions.assumeTrue(processes.isPresent(), "the TDengine at TDENGINE_URL is not ours to stop");
        return processes.orElseThrow();
    }
}
