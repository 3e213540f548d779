package io.github.hivemqtdengine.loadtest.stack;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/** A database and the brokers beside it, below one temporary folder; everything goes when it closes. */
public final class Testbed implements AutoCloseable {

    private final Path folder;
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private final Database database;

    private Testbed(Path folder, Optional<String> jdbcUrl, boolean questDb)
            throws IOException, InterruptedException, SQLException {
        this.folder = folder;
        Runtime.getRuntime().addShutdownHook(new Thread(this::close, "testbed-end"));
        this.database = startDatabase(jdbcUrl, questDb);
        open.push(database);
    }

    /**
     * Starts a database: a local TDengine where its programs are on the PATH, else QuestDB.
     *
     * @param jdbcUrl a TDengine that runs already, to use instead
     * @param questDb QuestDB in any case
     */
    public static Testbed start(Optional<String> jdbcUrl, boolean questDb)
            throws IOException, InterruptedException, SQLException {
        return new Testbed(Files.createTempDirectory("loadtest-"), jdbcUrl, questDb);
    }

    private Database startDatabase(Optional<String> jdbcUrl, boolean questDb)
            throws IOException, InterruptedException, SQLException {
        if (jdbcUrl.isPresent()) {
            return TDengine.at(jdbcUrl.get());
        }
        if (questDb || !LocalTDengine.isInstalled()) {
            return QuestDb.start(folder.resolve("questdb"));
        }
        var server = LocalTDengine.start(folder.resolve("tdengine"));
        open.push(server);
        return TDengine.on(server);
    }

    public Database database() {
        return database;
    }

    /** A count of the database's rows; it closes with this. */
    public RowCount rows() throws SQLException {
        var rows = new RowCount(database);
        open.push(rows);
        return rows;
    }

    /**
     * Starts a broker.
     *
     * @param zip the packaged extension, where the mode has one
     * @param jvmArguments further arguments of its JVM
     */
    public Broker broker(BrokerMode mode, Path zip, List<String> jvmArguments) throws IOException {
        var home = folder.resolve(mode.name());
        if (mode.hasExtension()) {
            var jdbcUrl = mode == BrokerMode.OUTAGE ? unreachable(database.jdbcUrl()) : database.jdbcUrl();
            new ExtensionFolder(home.resolve("extensions")).install(zip, database, jdbcUrl);
        }
        var broker = Broker.start(mode, home, jvmArguments);
        open.push(broker);
        return broker;
    }

    /** The same URL, but nobody listens there. */
    private static String unreachable(String jdbcUrl) throws IOException {
        var address = URI.create(jdbcUrl.substring("jdbc:".length())).getAuthority();
        return jdbcUrl.replace(address, "127.0.0.1:" + FreePort.find());
    }

    /** Ends everything; also when this process is told to end. Calling it twice is harmless. */
    @Override
    public synchronized void close() {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                System.err.println("Something could not be ended: " + e);
            }
        }
        deleteFolder();
    }

    private void deleteFolder() {
        if (!Files.exists(folder)) {
            return;
        }
        try (var files = Files.walk(folder)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException e) {
            System.err.println(folder + " could not be deleted: " + e);
        }
    }
}
