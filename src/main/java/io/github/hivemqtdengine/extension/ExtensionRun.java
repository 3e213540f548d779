package io.github.hivemqtdengine.extension;

import com.codahale.metrics.MetricRegistry;
import com.hivemq.extension.sdk.api.events.EventRegistry;
import com.hivemq.extension.sdk.api.services.admin.LifecycleStage;
import com.hivemq.extension.sdk.api.services.interceptor.GlobalInterceptorRegistry;
import com.hivemq.extension.sdk.api.services.intializer.InitializerRegistry;
import com.hivemq.extension.sdk.api.services.session.ClientService;
import io.github.hivemqtdengine.config.ConfigurationWatch;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;
import io.github.hivemqtdengine.pipeline.ArrivalClock;
import io.github.hivemqtdengine.pipeline.Durability;
import io.github.hivemqtdengine.pipeline.EpochClock;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.ReceiptWatch;
import io.github.hivemqtdengine.pipeline.Replay;
import io.github.hivemqtdengine.route.MessageSource;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.spool.DeadLetterFolder;
import io.github.hivemqtdengine.spool.ReplayFolder;
import io.github.hivemqtdengine.spool.Spool;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything that runs between a start and a stop, wired by constructor calls. */
final class ExtensionRun implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ExtensionRun.class);

    /** A file that was not written for so long counts as complete. */
    private static final Duration REPLAY_INTERVAL = Duration.ofSeconds(2);

    /** A change of the configuration is followed after two of them. */
    private static final Duration LOOK_INTERVAL = Duration.ofSeconds(1);

    private static final int MOST_CLIENTS_AWAY = 10_000;
    /** Wills take this part of the heap at most. */
    private static final int HEAP_TO_WILLS = 16;

    private static final long MOST_BYTES_AWAY = 32L << 20;

    /** What gives everything back again; the last comes first. */
    private final Deque<Runnable> closing = new ArrayDeque<>();

    private final RunningConfiguration configuration;
    private final Pipeline pipeline;
    private final EpochClock arrivals;
    private final ClientCapture capture;
    private final ClientSessions sessions;
    private final EarlierClients earlierClients;

    /**
     * Assembles the graph and starts it. Nothing of this waits for a database. Where a part fails, those before it are
     * closed.
     *
     * @param dataFolder where the extension may write
     * @param clients the broker's clients
     * @throws IOException if messages can't wait there, as the configuration wants it
     */
    ExtensionRun(ExtensionSettings settings, Path dataFolder, MetricRegistry registry, ClientService clients)
            throws IOException {
        try {
            var receipts = new ReceiptWatch();
            closing.push(receipts::close);
            var metrics = new DropwizardMetrics(registry);
            closing.push(metrics::close);
            configuration = assemble(settings, dataFolder, metrics);
            pipeline = configuration.pipeline();
            closing.push(pipeline::close);
            var clock = ArrivalClock.behind(pipeline.start(), EpochClock.SYSTEM);
            metrics.clock(clock::aheadMillis, clock::stepsBack);
            arrivals = clock;
            var replay = new Replay(pipeline, new ReplayFolder(dataFolder.resolve("replay")), REPLAY_INTERVAL);
            closing.push(replay::close);
            replay.start();
            sessions = new ClientSessions(MOST_CLIENTS_AWAY, MOST_BYTES_AWAY);
            capture = capture(settings, new AckHold(clients, settings.capture(), receipts));
            earlierClients = new EarlierClients(clients, settings.capture().reattach());
        } catch (IOException | RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    private RunningConfiguration assemble(ExtensionSettings settings, Path dataFolder, DropwizardMetrics metrics)
            throws IOException {
        var routes = RouteTable.of(settings.routes().stream().map(Route::of).toList());
        var deadLetters = new DeadLetterFolder(
                dataFolder,
                settings.deadLetters(),
                settings.delivery().intake().survivesPowerCuts(),
                Clock.systemUTC());
        closing.push(deadLetters::close);
        var spool = spool(settings, dataFolder.resolve("spool"));
        var databases = new OpenDatabases(settings.delivery().lanes().count());
        closing.push(databases::close);
        var opened = databases.open(settings.databases(), routes);
        var built = new Pipeline(routes, opened, settings.delivery(), deadLetters, metrics, spool);
        return new RunningConfiguration(settings, routes, databases, built, spool);
    }

    private @Nullable Spool spool(ExtensionSettings settings, Path folder) throws IOException {
        if (settings.delivery().intake().durability() == Durability.MEMORY) {
            if (Spool.mayHoldMessages(folder)) {
                LOG.warn(
                        "Messages may wait in {}: they are stored after a start with <durability>spool</durability>",
                        folder);
            }
            return null;
        }
        try {
            var spool = Spool.open(folder, SpoolLayout.of(settings), settings.spool());
            closing.push(spool::close);
            return spool;
        } catch (IOException e) {
            throw new IOException(
                    "Messages can't wait in " + folder + ": " + e
                            + "; let the broker write there, or write <durability>memory</durability>",
                    e);
        }
    }

    private ClientCapture capture(ExtensionSettings settings, AckHold hold) {
        return new ClientCapture(
                pipeline,
                arrivals,
                settings.capture().capture(),
                settings.delivery().intake().stageOfReceipts().orElse(null),
                hold,
                sessions);
    }

    /**
     * Follows the clients' connections from now on.
     *
     * @param timer looks whether last wills are due
     * @param stage the broker's
     */
    void listen(
            EventRegistry events,
            InitializerRegistry initializers,
            GlobalInterceptorRegistry interceptors,
            ScheduledExecutorService timer,
            LifecycleStage stage) {
        var connections = new ClientConnections(watches(timer));
        var listener = new ConnectionListener(sessions, connections);
        events.setClientLifecycleEventListener(provider -> listener);
        var connects = new ConnectInterceptor(connections);
        interceptors.setConnectInboundInterceptorProvider(provider -> connects);
        initializers.setClientInitializer((input, client) -> {
            capture.initialize(input, client);
            connections.initialize(input.getConnectionInformation(), client);
            earlierClients.attached(input.getClientInformation().getClientId());
        });
        earlierClients.look(stage);
    }

    /** Follows the changes of the configuration from now on. */
    void follow(ConfigurationWatch watch) {
        var reload = new ConfigurationReload(watch, configuration).every(LOOK_INTERVAL);
        closing.push(reload::close);
        reload.start();
    }

    private List<ConnectionWatch> watches(ScheduledExecutorService timer) {
        var watches = new ArrayList<ConnectionWatch>();
        if (configuration.watched().contains(MessageSource.CLIENT_EVENTS)) {
            watches.add(new ConnectionEvents(pipeline, arrivals));
        }
        if (configuration.watched().contains(MessageSource.LAST_WILLS)) {
            var wills = new LastWills(
                    pipeline, arrivals, EpochClock.SYSTEM, Runtime.getRuntime().maxMemory() / HEAP_TO_WILLS);
            closing.push(wills::close);
            var looks = timer.scheduleAtFixedRate(wills::publishWhatIsDue, 1, 1, TimeUnit.SECONDS);
            closing.push(() -> looks.cancel(false));
            watches.add(wills);
        }
        return watches;
    }

    /**
     * Ends the reload and the replay, drains, and gives everything back: connections, the dead letters' file, metrics, in this order.
     */
    @Override
    public void close() {
        while (!closing.isEmpty()) {
            try {
                closing.pop().run();
            } catch (RuntimeException e) {
                LOG.error("A part of the extension can't be closed", e);
            }
        }
    }
}
