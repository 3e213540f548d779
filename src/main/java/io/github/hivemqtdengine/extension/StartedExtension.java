// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.extension;

import com.codahale.metrics.MetricRegistry;
import io.github.hivemqtdengine.config.ConfigurationWatch;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;
import io.github.hivemqtdengine.pipeline.MessageSink;
import io.github.hivemqtdengine.pipeline.RefusingSink;
import io.github.hivemqtdengine.registry.SchemaRegistries;
import io.github.hivemqtdengine.route.RouteCompiler;
import io.github.hivemqtdengine.route.RouteTable;
import io.github.hivemqtdengine.time.EpochClock;
import io.github.hivemqtdengine.time.OncePerInterval;
import io.github.hivemqtdengine.time.PeriodicTask;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extension between a start with a valid configuration and its stop. It stores messages, or refuses them while a
 * temporary cause prevents storing.
 */
final class StartedExtension implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StartedExtension.class);

    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(2);
    private static final Duration BETWEEN_REMINDERS = Duration.ofMinutes(5);

    /** A start in progress reads the waiting messages of the spool. */
    private static final Duration LONGEST_STOP = Duration.ofMinutes(2);

    private final ExtensionSettings settings;
    private final SchemaRegistries registries;
    private final Path dataFolder;
    private final MetricRegistry registry;
    private final ConfigurationWatch watch;
    private final CaptureGauge captureGauge;
    private final RefusingSink refusing;
    /** Sink of the interceptors: refuses messages until the pipeline has started. */
    private volatile MessageSink sink;

    private volatile EpochClock arrivals = EpochClock.SYSTEM;
    private final OncePerInterval reminders = new OncePerInterval(BETWEEN_REMINDERS);
    private final PeriodicTask retries = new PeriodicTask("tdengine-start", this::retry, BETWEEN_TRIES, LONGEST_STOP);
    private @Nullable ExtensionRun run;

    /**
     * Creates the extension; nothing runs before {@link #start}.
     *
     * @param dataFolder the folder that the extension may write to
     * @param watch detects changes of the settings
     */
    StartedExtension(
            ExtensionSettings settings,
            Path dataFolder,
            MetricRegistry registry,
            ConfigurationWatch watch,
            CaptureGauge captureGauge) {
        this.settings = settings;
        this.registries = new SchemaRegistries(settings.registries(), dataFolder.resolve("schemas-cache"));
        var routes = RouteTable.of(settings.routes().stream()
                .map(route -> RouteCompiler.compile(route.with(registries::lookup)))
                .toList());
        this.dataFolder = dataFolder;
        this.registry = registry;
        this.watch = watch;
        this.captureGauge = captureGauge;
        this.refusing = new RefusingSink(routes, new DropwizardMetrics(registry));
        this.sink = refusing;
    }

    /** Returns the sink of the messages that arrive now; may be called by any thread. */
    MessageSink sink() {
        return sink;
    }

    /** Returns the time of arrival for a message that arrives now, epoch microseconds; may be called by any thread. */
    long arrivalMicros() {
        return arrivals.micros();
    }

    /**
     * Starts to store messages. After a failure with a temporary cause it waits and retries, and finally leaves further
     * attempts to a thread of its own.
     *
     * @throws RuntimeException if the start fails for another cause
     */
    synchronized void start(StartWait wait) {
        while (true) {
            try {
                begin();
                return;
            } catch (IOException e) {
                if (!wait.pause(String.valueOf(e.getMessage()))) {
                    refuse(e);
                    return;
                }
            }
        }
    }

    private void refuse(IOException cause) {
        remind(cause);
        retries.start();
    }

    private void remind(IOException cause) {
        if (reminders.tryAcquire()) {
            LOG.error(
                    "The extension cannot store messages; until it can, publishes with QoS 1 and 2 on the"
                            + " routes' topics are not acknowledged, and publishes with QoS 0 are dropped. It retries"
                            + " every {} s; no restart is needed: {}",
                    BETWEEN_TRIES.toSeconds(),
                    cause.getMessage());
        }
    }

    /** Retries the start; does nothing once messages are stored. */
    private synchronized void retry() {
        if (run != null) {
            return;
        }
        try {
            begin();
            LOG.warn("The extension started after earlier failures and stores messages");
        } catch (IOException e) {
            remind(e);
        }
    }

    /** @throws IOException if the start fails for a temporary cause; nothing is left open */
    private void begin() throws IOException {
        try {
            var started = new ExtensionRun(settings, registries, dataFolder, registry);
            run = started;
            arrivals = started.arrivals();
            sink = started.sink();
            started.pipeline().addCountsOf(refusing); // what it refuses until now
            captureGauge.set(true);
            started.startReload(watch);
            started.startTrace(dataFolder, next -> sink = next);
            StartReport.lines(settings).forEach(LOG::info);
            StartReport.warnings(settings).forEach(LOG::warn);
        } catch (RuntimeException e) {
            throw passing(e);
        }
    }

    /** Returns the failure as an {@link IOException} if the disk caused it: a late mount or full disk may pass. */
    private static IOException passing(RuntimeException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return new IOException(failure.getMessage(), failure);
            }
        }
        throw failure;
    }

    /** Stops storing and removes the metrics from the registry. */
    @Override
    public void close() {
        retries.close();
        captureGauge.set(false);
        synchronized (this) {
            var closing = run;
            if (closing != null) {
                closing.close();
            } else {
                new DropwizardMetrics(registry).close();
            }
        }
    }
}
