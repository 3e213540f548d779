// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.stack;

import com.hivemq.embedded.EmbeddedHiveMQ;
import io.github.hivemqtdengine.loadtest.scenario.Mode;
import io.github.hivemqtdengine.loadtest.scenario.Storage.LaneDelay;
import io.github.hivemqtdengine.loadtest.stack.StackOptions.DatabaseChoice;
import io.github.hivemqtdengine.loadtest.stack.broker.BrokerHandle;
import io.github.hivemqtdengine.loadtest.stack.broker.BrokerPlan;
import io.github.hivemqtdengine.loadtest.stack.database.Database;
import io.github.hivemqtdengine.loadtest.stack.database.DatabaseKind;
import io.github.hivemqtdengine.loadtest.stack.database.DatabaseLink;
import io.github.hivemqtdengine.loadtest.stack.database.LocalTDengine;
import io.github.hivemqtdengine.loadtest.stack.database.QuestDbServer;
import io.github.hivemqtdengine.loadtest.stack.extension.ExtensionConfiguration;
import io.github.hivemqtdengine.loadtest.stack.extension.ExtensionZip;
import io.github.hivemqtdengine.loadtest.stack.process.Guardian;
import io.github.hivemqtdengine.loadtest.stack.rows.SinkQueries;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Database and brokers under test: child processes on the loopback address (except TDengine), or the user's own. All
 * child processes end on {@link #close}, and when this process is terminated or killed.
 */
public final class Stack implements AutoCloseable {

    private final StackOptions options;
    private final Optional<ExtensionZip> zip;
    private final Path folder;
    private final Guardian guardian;
    private final Thread atExit = new Thread(this::end, "stack-end");
    private final Map<BrokerPlan, BrokerHandle> brokers = new LinkedHashMap<>();
    private Optional<Database> database = Optional.empty();
    private int started;
    private boolean closed;

    private Stack(StackOptions options) throws IOException {
        this.options = options;
        this.zip = options.zip().isPresent()
                ? Optional.of(ExtensionZip.of(options.zip().get()))
                : ExtensionZip.find();
        this.folder = Files.createTempDirectory("loadtest-");
        this.guardian = Guardian.of(folder);
    }

    /** Starts or connects to the database; brokers are started on demand. */
    public static Stack start(StackOptions options) throws IOException, InterruptedException, SQLException {
        var stack = new Stack(options);
        Runtime.getRuntime().addShutdownHook(stack.atExit);
        try {
            stack.database = Optional.of(stack.open(options.where()));
            return stack;
        } catch (IOException | InterruptedException | SQLException | RuntimeException e) {
            stack.close();
            throw e;
        }
    }

    @SuppressWarnings("resource") // closed by the database
    private Database open(DatabaseChoice where) throws IOException, InterruptedException, SQLException {
        if (where instanceof DatabaseChoice.None) {
            return Database.none();
        }
        if (where instanceof DatabaseChoice.Sink sink) {
            return Database.ofSink(sink.jdbcUrl(), sink.username(), sink.password(), sink.driver());
        }
        if (where instanceof DatabaseChoice.Running running) {
            return isOfTheUser()
                    ? Database.of(running.jdbcUrl(), running.username(), running.password())
                    : Database.at(running.jdbcUrl(), running.username(), running.password());
        }
        if (where instanceof DatabaseChoice.LocalTDengine) {
            return Database.on(LocalTDengine.start(folder.resolve("tdengine"), guardian));
        }
        return Database.on(QuestDbServer.start(folder.resolve("questdb"), guardian));
    }

    public Database database() {
        return database.orElseThrow();
    }

    /** Returns the queries for the rows of the user's broker; empty if they are in tables of the extension, or none. */
    public Optional<SinkQueries> sink() {
        return options.where() instanceof DatabaseChoice.Sink sink ? Optional.of(sink.queries()) : Optional.empty();
    }

    /** Returns name and version of the database for the report, and whether rows are only counted. */
    public String databaseTitle() {
        boolean counts = sink().filter(queries -> queries.rows().isEmpty()).isPresent();
        return database().title() + (counts ? "; its rows are counted, not identified" : "");
    }

    /** Returns name and version of the broker, for the report. */
    public String brokerTitle() {
        return options.broker()
                .map(address ->
                        options.name().orElse("the one") + " at " + address.getHostString() + ":" + address.getPort())
                .orElseGet(() -> "HiveMQ CE "
                        + Optional.ofNullable(EmbeddedHiveMQ.class.getPackage().getImplementationVersion())
                                .orElse("of an unknown version")
                        + ", embedded in a JVM of its own for each mode");
    }

    /** Returns version and build of the extension, for the report. */
    public String extensionTitle() throws IOException {
        if (isOfTheUser()) {
            return isOfTheExtension() ? "the broker's" : "none";
        }
        return zip.isPresent() ? zip.get().title() : "none";
    }

    /** Returns whether rows are in tables of the extension. */
    private boolean isOfTheExtension() {
        return !(options.where() instanceof DatabaseChoice.None || options.where() instanceof DatabaseChoice.Sink);
    }

    /** Returns whether the broker is the user's own, which is not changed. */
    public boolean isOfTheUser() {
        return options.broker().isPresent();
    }

    /** Returns whether the database can answer the extension later. */
    public boolean canDelay(LaneDelay delay) {
        return !isOfTheUser() && (delay.endpoints() == 1 || database().kind() == DatabaseKind.TDENGINE);
    }

    /** Returns the packaged extension of a plan, if it was found. */
    private Optional<ExtensionZip> extension(BrokerPlan plan) throws IOException {
        return plan.zip().isPresent() ? Optional.of(ExtensionZip.of(plan.zip().get())) : zip;
    }

    /** Returns the reason why a broker is unavailable; empty if it is available. */
    public Optional<String> lacks(BrokerPlan plan) throws IOException {
        if (isOfTheUser()) {
            return plan.mode() == options.onlyMode()
                    ? Optional.empty()
                    : Optional.of("a broker that runs already is measured as it is, here as mode "
                            + options.onlyMode().word() + " (extension with --jdbc alone, otherwise broker)");
        }
        if (plan.mode() == Mode.BROKER) {
            return Optional.of("mode broker is a broker that runs already: use --broker HOST:PORT");
        }
        if (plan.mode() == Mode.CONTROL && plan.webSocketPath().isPresent()) {
            return Optional.of("the control server has no WebSocket listener");
        }
        return plan.mode().hasExtension() && extension(plan).isEmpty()
                ? Optional.of("the packaged extension is missing: build it with ./mvnw package, or use --zip")
                : Optional.empty();
    }

    /** Returns the reason why the extension of a plan cannot store messages in a table; empty if it can. */
    public Optional<String> lacks(BrokerPlan plan, String table) throws IOException {
        var extension = extension(plan);
        if (isOfTheUser() || extension.isEmpty()) {
            return Optional.empty(); // unknown for the user's extension; without an extension nothing is stored
        }
        return ExtensionConfiguration.of(extension.get()).tables().contains(table)
                ? Optional.empty()
                : Optional.of("the extension can't fill the table " + table + " yet");
    }

    /** Returns the required features that the extension of a plan lacks; none if it is the user's, which is unknown. */
    public Set<String> lacks(BrokerPlan plan, Set<String> features) throws IOException {
        if (isOfTheUser() || plan.mode() == Mode.BROKER) {
            return Set.of();
        }
        return extension(plan).map(extension -> extension.lacks(features)).orElse(features);
    }

    /** Returns the running broker for a plan, or starts one. Fails after {@link #close}. */
    public synchronized BrokerHandle broker(BrokerPlan plan) throws IOException {
        if (closed) {
            throw new IOException("No broker is started any more: everything has been ended");
        }
        var running = brokers.get(plan);
        if (running != null && running.isAlive()) {
            return running;
        }
        stop(plan); // frees the relay of a broker that has ended, and its entry in the guardian
        var broker = startBroker(plan);
        brokers.put(plan, broker);
        return broker;
    }

    private BrokerHandle startBroker(BrokerPlan plan) throws IOException {
        var lacking = lacks(plan);
        if (lacking.isPresent()) {
            throw new IOException("No broker of mode " + plan.mode().word() + ": " + lacking.get());
        }
        if (isOfTheUser()) {
            return BrokerHandle.at(plan.mode(), options.broker().get());
        }
        var home = folder.resolve(plan.mode().word() + "-" + started++);
        if (!plan.mode().hasExtension()) {
            return BrokerHandle.start(guardian, plan, home, List.of(), Optional.empty());
        }
        var link = link(plan);
        try {
            var extension = extension(plan).orElseThrow();
            var configuration = ExtensionConfiguration.of(extension)
                    .database(database(), link.jdbcUrl())
                    .arrays(plan.arrays())
                    .wills(plan.wills())
                    .sparkplug(plan.sparkplug())
                    .delivery(plan.delivery());
            extension.install(home.resolve("extensions"), configuration);
            return BrokerHandle.start(guardian, plan, home, options.brokerJvm(), Optional.of(link));
        } catch (IOException | RuntimeException e) {
            link.close();
            throw e;
        }
    }

    private DatabaseLink link(BrokerPlan plan) throws IOException {
        if (plan.mode() == Mode.OUTAGE) {
            return DatabaseLink.nowhere(database());
        }
        if (plan.mode() == Mode.SLOW) {
            return DatabaseLink.relayed(database(), LaneDelay.ofAll(options.slow()));
        }
        if (plan.relayed() || plan.laneDelay().isPresent()) {
            var delay = plan.laneDelay().orElseGet(() -> LaneDelay.ofAll(Duration.ZERO));
            return DatabaseLink.relayed(database(), delay);
        }
        return DatabaseLink.direct(database());
    }

    /** Stops all other brokers, to free memory. */
    public synchronized void keepOnly(Collection<BrokerPlan> plans) throws IOException {
        for (var plan : List.copyOf(brokers.keySet())) {
            if (!plans.contains(plan)) {
                stop(plan);
            }
        }
    }

    /** Stops the broker of a plan, if it is running. */
    public synchronized void stop(BrokerPlan plan) throws IOException {
        var broker = brokers.remove(plan);
        if (broker != null) {
            broker.close();
        }
    }

    /** Stops everything started here; idempotent. */
    @Override
    public void close() {
        try {
            Runtime.getRuntime().removeShutdownHook(atExit);
        } catch (IllegalStateException e) {
            return; // the process is ending, and the shutdown hook runs end()
        }
        end();
    }

    private synchronized void end() {
        closed = true;
        brokers.values().forEach(Stack::close);
        brokers.clear();
        database.ifPresent(Stack::close);
        close(guardian); // deletes the folder
    }

    private static void close(AutoCloseable closeable) {
        try {
            closeable.close();
        } catch (Exception e) {
            System.err.println("Something could not be ended: " + e);
        }
    }
}
