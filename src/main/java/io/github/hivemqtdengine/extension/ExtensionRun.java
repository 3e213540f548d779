// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import com.codahale.metrics.MetricRegistry;
import com.hivemq.extension.sdk.api.services.Services;
import com.hivemq.extension.sdk.api.services.builder.Builders;
import io.github.hivemqtdengine.config.ConfigurationWatch;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.config.ExtensionSettings.DeadLetterTopic;
import io.github.hivemqtdengine.decode.sparkplug.EdgeNodes;
import io.github.hivemqtdengine.extension.RetainedMessages.Limits;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;
import io.github.hivemqtdengine.metrics.ExtensionMetric;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.Pipeline;
import io.github.hivemqtdengine.pipeline.account.DeadLetters;
import io.github.hivemqtdengine.pipeline.queue.IntakeSettings.Durability;
import io.github.hivemqtdengine.registry.SchemaRegistries;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.spool.Spool;
import io.github.hivemqtdengine.spool.archive.Archive;
import io.github.hivemqtdengine.spool.births.BirthLimits;
import io.github.hivemqtdengine.spool.births.Births;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterFolder;
import io.github.hivemqtdengine.spool.log.CommittedSegments;
import io.github.hivemqtdengine.spool.replay.ReplayFolder;
import io.github.hivemqtdengine.status.StatusFile;
import io.github.hivemqtdengine.status.silence.SilenceWatch;
import io.github.hivemqtdengine.status.unmapped.UnmappedWatch;
import io.github.hivemqtdengine.time.ArrivalClock;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.time.PeriodicTask;
import io.github.hivemqtdengine.trace.Trace;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Object graph that stores messages between a start and a stop, wired by constructor calls. */
final class ExtensionRun implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(ExtensionRun.class);

    /** Interval between two searches for replays; a file that was not written in between counts as complete. */
    private static final Duration REPLAY_INTERVAL = Duration.ofSeconds(2);

    /** Interval of the configuration check; a change is applied after two of them. */
    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);

    /** Interval at which the archive deletes what is beyond its limits. */
    private static final Duration ARCHIVE_INTERVAL = Duration.ofSeconds(1);

    private static final Duration ARCHIVE_LONGEST_STOP = Duration.ofSeconds(10);

    /** Actions that close the parts, the last one first. */
    private final Deque<Runnable> closing = new ArrayDeque<>();

    private final StatusFile status;
    private final RunningConfiguration configuration;
    private final Pipeline pipeline;
    private final MessageSink sink;
    private final EpochClock arrivals;
    private final RetainedMessages retained;

    /**
     * Assembles the graph and starts it, without waiting for a database. If a part fails, those before it are closed.
     *
     * @param registries the schema registries that the routes use
     * @param dataFolder the folder that the extension may write to
     * @param registry receives the metrics once everything has started
     * @throws IOException if the spool that the configuration needs can't be opened
     */
    ExtensionRun(ExtensionSettings settings, SchemaRegistries registries, Path dataFolder, MetricRegistry registry)
            throws IOException {
        try {
            var metrics = new DropwizardMetrics(new MetricRegistry());
            closing.push(metrics::close);
            status = new StatusFile(dataFolder, metrics);
            var statusTopic = settings.statusTopic();
            if (statusTopic != null) {
                status.setListener(new PublishedStatus(statusTopic, Services::publishService, Builders::publish));
            }
            closing.push(status::close);
            registries.report(metrics);
            configuration = assemble(settings, registries, dataFolder, metrics);
            pipeline = configuration.pipeline();
            closing.push(pipeline::close);
            var clock = ArrivalClock.after(configuration.start(), EpochClock.SYSTEM);
            metrics.gauge(ExtensionMetric.CLOCK_AHEAD_MS, clock::aheadMillis);
            metrics.gauge(ExtensionMetric.CLOCK_STEPS_BACK, clock::stepsBack);
            arrivals = clock;
            var replayFolder = new ReplayFolder(
                    dataFolder.resolve(ReplayFolder.NAME),
                    settings.capture().maxMessageBytes(),
                    configuration.births());
            metrics.gauge(ExtensionMetric.REPLAY_REMAINING_BYTES, replayFolder::remainingBytes);
            var replay = pipeline.replay(replayFolder, REPLAY_INTERVAL);
            closing.push(replay::close);
            replay.start();
            configuration.report(metrics);
            sink = watchedForSilence(watchedForUnmapped(pipeline, settings, registries, metrics), settings, dataFolder);
            metrics.moveTo(registry);
            retained = new RetainedMessages(
                    pipeline,
                    arrivals,
                    Limits.of(settings.capture().maxMessageBytes()),
                    settings.statusTopic(),
                    Services::retainedMessageStore);
            closing.push(retained::close);
            retained.store(settings.routes());
        } catch (IOException | RuntimeException | Error e) {
            close();
            throw e;
        }
    }

    /** Returns the intake, or one in which what the mapping does not store is searched. */
    private MessageSink watchedForUnmapped(
            MessageSink intake, ExtensionSettings settings, SchemaRegistries registries, DropwizardMetrics metrics) {
        if (settings.unmappedSamples() == 0) {
            return intake;
        }
        var watch = new UnmappedWatch(
                settings.unmappedSamples(),
                () -> configuration.settings().routes(),
                route -> RouteCompiler.survey(route.with(registries::lookup), UnmappedWatch.MAX_BYTES));
        closing.push(watch::close);
        watch.report(metrics);
        status.add("unmapped", watch::json);
        watch.start();
        return watch.around(intake);
    }

    /** Returns the intake, or one in which keys that fall silent are noted. */
    private MessageSink watchedForSilence(MessageSink intake, ExtensionSettings settings, Path dataFolder) {
        if (!settings.hasSilenceKeys()) {
            return intake;
        }
        var watch = new SilenceWatch(dataFolder, configuration::settings, Clock.systemUTC(), System::nanoTime);
        closing.push(watch::close);
        status.add("silentKeys", watch::json);
        watch.start();
        return watch.around(intake);
    }

    private RunningConfiguration assemble(
            ExtensionSettings settings, SchemaRegistries registries, Path dataFolder, DropwizardMetrics metrics)
            throws IOException {
        var deadLetters = new DeadLetterFolder(
                dataFolder,
                settings.deadLetters(),
                settings.delivery().intake().survivesPowerCuts(),
                Clock.systemUTC());
        closing.push(deadLetters::close);
        long maxDeadLetterBytes = settings.deadLetters().maxBytes();
        metrics.gauge(ExtensionMetric.DEAD_LETTERS_BYTES, deadLetters::bytes);
        metrics.gauge(ExtensionMetric.DEAD_LETTERS_MAX_BYTES, () -> maxDeadLetterBytes);
        metrics.share(ExtensionMetric.DEAD_LETTERS_SHARE, deadLetters::bytes, maxDeadLetterBytes);
        metrics.gauge(ExtensionMetric.DEAD_LETTERS_DEGRADED, () -> deadLetters.isDegraded() ? 1 : 0);
        var spool = spool(settings, dataFolder.resolve("spool"), committed(settings, dataFolder, metrics));
        if (spool != null) {
            long maxBytes = settings.spool().maxBytes();
            metrics.gauge(ExtensionMetric.SPOOL_BYTES, spool::bytes);
            metrics.gauge(ExtensionMetric.SPOOL_MAX_BYTES, () -> maxBytes);
            metrics.share(ExtensionMetric.SPOOL_SHARE, spool::bytes, maxBytes);
            metrics.gauge(ExtensionMetric.SPOOL_DAMAGED_BYTES, spool::damagedBytes);
        }
        var births = births(settings, dataFolder.resolve("births"));
        if (spool != null) {
            spool.setLearned(births);
        }
        var factory = new RouteFactory(registries, edgeNodes(births, metrics));
        var routes =
                RouteTable.of(settings.routes().stream().map(factory::create).toList());
        var databases = new OpenDatabases(
                settings.delivery().lanes().count(), settings.delivery().retry().probeDelay());
        closing.push(databases::close);
        var opened = databases.open(settings.databases(), routes);
        var built = new Pipeline(
                routes,
                opened,
                settings.delivery(),
                status.counting(published(deadLetters, settings.deadLetterTopic(), metrics)),
                metrics,
                spool);
        return new RunningConfiguration(settings, routes, registries, databases, built, spool, births, factory);
    }

    /** Returns the dead letters, which are published as well if they have a topic. */
    private static DeadLetters published(DeadLetters file, @Nullable DeadLetterTopic topic, DropwizardMetrics metrics) {
        if (topic == null) {
            return file;
        }
        var published =
                new PublishedDeadLetters(file, topic, Services::publishService, Builders::publish, System::nanoTime);
        metrics.gauge(ExtensionMetric.DEAD_LETTERS_PUBLISHED, published::published);
        metrics.gauge(ExtensionMetric.DEAD_LETTERS_NOT_PUBLISHED, published::notPublished);
        return published;
    }

    private @Nullable Spool spool(ExtensionSettings settings, Path folder, CommittedSegments committed)
            throws IOException {
        if (settings.delivery().intake().durability() == Durability.MEMORY) {
            if (Spool.mayHoldMessages(folder)) {
                LOG.warn(
                        "Spool \"{}\" may hold messages, which durability \"memory\" does not store; start once"
                                + " with <durability>spool</durability> to store them",
                        folder);
            }
            return null;
        }
        try {
            var spool = Spool.open(folder, SpoolLayout.of(settings), settings.spool(), committed);
            closing.push(spool::close);
            return spool;
        } catch (IOException e) {
            throw new IOException(
                    "Messages cannot wait in " + folder + ": " + e
                            + "; let the broker write there, or write <durability>memory</durability>",
                    e);
        }
    }

    private CommittedSegments committed(ExtensionSettings settings, Path dataFolder, DropwizardMetrics metrics) {
        var limits = settings.archive();
        if (limits == null) {
            return CommittedSegments.DELETED;
        }
        var folder = dataFolder.resolve(Archive.NAME);
        var archive = new Archive(folder, limits, settings.spool().minFreeBytes(), Clock.systemUTC());
        metrics.gauge(ExtensionMetric.ARCHIVE_BYTES, archive::bytes);
        metrics.gauge(ExtensionMetric.ARCHIVE_MAX_BYTES, limits::maxBytes);
        metrics.gauge(ExtensionMetric.ARCHIVE_NOT_KEPT, archive::notKept);
        var cleaning = new PeriodicTask("tdengine-archive", archive::deleteOld, ARCHIVE_INTERVAL, ARCHIVE_LONGEST_STOP);
        closing.push(cleaning::close);
        cleaning.startAtOnce();
        return archive;
    }

    private Births births(ExtensionSettings settings, Path folder) throws IOException {
        var intake = settings.delivery().intake();
        var limits = BirthLimits.ofHeap(Runtime.getRuntime().maxMemory());
        if (intake.durability() == Durability.MEMORY) {
            return Births.inMemory(limits);
        }
        try {
            var births = Births.open(folder, limits);
            closing.push(births::close);
            return births;
        } catch (IOException e) {
            throw new IOException("Births of Sparkplug edge nodes cannot be read from " + folder + ": " + e, e);
        }
    }

    /** Returns the births with the requests for missing ones. */
    private EdgeNodes edgeNodes(Births births, DropwizardMetrics metrics) {
        var rebirths = new RebirthRequests(
                births, Services::publishService, Builders::publish, EpochClock.SYSTEM, System::nanoTime);
        closing.push(rebirths::close);
        metrics.gauge(ExtensionMetric.SPARKPLUG_NODES, births::nodes);
        metrics.gauge(ExtensionMetric.SPARKPLUG_BIRTH_BYTES, births::bytes);
        metrics.gauge(ExtensionMetric.SPARKPLUG_IGNORED_BIRTHS, births::ignored);
        metrics.gauge(ExtensionMetric.SPARKPLUG_FORGOTTEN_NODES, births::forgotten);
        metrics.gauge(ExtensionMetric.SPARKPLUG_REBIRTHS_REQUESTED, rebirths::requested);
        metrics.gauge(ExtensionMetric.SPARKPLUG_REBIRTHS_SUPPRESSED, rebirths::suppressed);
        return rebirths;
    }

    /** Returns the started pipeline. */
    Pipeline pipeline() {
        return pipeline;
    }

    /** Returns the intake of the pipeline. */
    MessageSink sink() {
        return sink;
    }

    /** Returns the clock that stamps the messages of the pipeline. */
    EpochClock arrivals() {
        return arrivals;
    }

    /** Starts to apply configuration changes, and to write the status. */
    void startReload(ConfigurationWatch watch) {
        var reload = configuration.reload(watch, CHECK_INTERVAL, retained::store);
        closing.push(reload::close);
        reload.start();
        status.start(() -> configuration.active(watch.file()));
    }

    /**
     * Starts to look for requests of traces.
     *
     * @param sinks takes the sink to use during a trace, and the usual one again
     */
    void startTrace(Path dataFolder, Consumer<MessageSink> sinks) {
        var trace = new Trace(dataFolder, sink, pipeline::setListener, sinks, Clock.systemUTC());
        closing.push(trace::close);
        trace.start();
    }

    /** Closes in this order: trace, reload, replay, pipeline (drains), databases, spool, dead letters, status, metrics. */
    @Override
    public void close() {
        while (!closing.isEmpty()) {
            try {
                closing.pop().run();
            } catch (RuntimeException e) {
                LOG.error("A component of the extension failed to close; the other components are closed", e);
            }
        }
    }
}
