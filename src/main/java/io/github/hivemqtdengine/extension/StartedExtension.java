package io.github.hivemqtdengine.extension;

import com.codahale.metrics.MetricRegistry;
import io.github.hivemqtdengine.config.ConfigurationWatch;
import io.github.hivemqtdengine.config.ExtensionSettings;
import io.github.hivemqtdengine.metrics.DropwizardMetrics;
import io.github.hivemqtdengine.pipeline.OncePerInterval;
import io.github.hivemqtdengine.pipeline.RefusingSink;
import io.github.hivemqtdengine.pipeline.Repetition;
import io.github.hivemqtdengine.route.Route;
import io.github.hivemqtdengine.route.RouteTable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The extension from a start with a valid configuration to its stop: stores messages, or refuses them while a cause
 * that may pass prevents that.
 */
final class StartedExtension implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StartedExtension.class);

    private static final Duration BETWEEN_TRIES = Duration.ofSeconds(2);
    private static final Duration BETWEEN_REMINDERS = Duration.ofMinutes(5);

    /** A start that is under way reads what waits in the spool. */
    private static final Duration LONGEST_STOP = Duration.ofMinutes(2);

    private final ExtensionSettings settings;
    private final RouteTable routes;
    private final Path dataFolder;
    private final MetricRegistry registry;
    private final ConfigurationWatch watch;
    private final CaptureGauge captureGauge;
    private final RefusingSink refusing;
    private final CurrentSink sink;
    private final OncePerInterval reminders = new OncePerInterval(BETWEEN_REMINDERS);
    private final Repetition retries = new Repetition("tdengine-start", this::retry, BETWEEN_TRIES, LONGEST_STOP);
    private @Nullable ExtensionRun run;

    /**
     * Nothing runs before {@link #start}.
     *
     * @param dataFolder where the extension may write
     * @param watch finds out when the settings have changed
     */
    StartedExtension(
            ExtensionSettings settings,
            Path dataFolder,
            MetricRegistry registry,
            ConfigurationWatch watch,
            CaptureGauge captureGauge) {
        this.settings = settings;
        this.routes = RouteTable.of(settings.routes().stream().map(Route::of).toList());
        this.dataFolder = dataFolder;
        this.registry = registry;
        this.watch = watch;
        this.captureGauge = captureGauge;
        this.refusing = new RefusingSink(routes, new DropwizardMetrics(registry));
        this.sink = new CurrentSink(refusing);
    }

    /** The entrance for what the broker's clients publish. */
    CurrentSink sink() {
        return sink;
    }

    /**
     * Starts to store messages; where that fails for a cause that may pass, waits and tries again, and then leaves
     * further tries to a thread of its own.
     *
     * @throws RuntimeException if it fails for another cause
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
        if (reminders.isDue()) {
            LOG.error(
                    "The extension can't store messages; until it can, QoS 1 and 2 are not acknowledged on the routes'"
                            + " topics, and QoS 0 is dropped. It tries again every {} s; no restart is needed: {}",
                    BETWEEN_TRIES.toSeconds(),
                    cause.getMessage());
        }
    }

    /** Does nothing once messages are stored. */
    private synchronized void retry() {
        if (run != null) {
            return;
        }
        try {
            begin();
            LOG.warn("The extension has started after all and stores messages");
        } catch (IOException e) {
            remind(e);
        }
    }

    /** @throws IOException if that fails for a cause that may pass; then nothing is left open */
    private void begin() throws IOException {
        try {
            var begun = new ExtensionRun(settings, routes, dataFolder, registry);
            run = begun;
            refusing.moveCountsTo(begun.pipeline());
            sink.replaceWith(begun.pipeline(), begun.arrivals());
            captureGauge.set(true);
            begun.follow(watch);
            StartReport.lines(settings).forEach(LOG::info);
            StartReport.warnings(settings).forEach(LOG::warn);
        } catch (RuntimeException e) {
            throw passing(e);
        }
    }

    /** Everything that the disk is to blame for may pass: it is mounted late, or has no room for a moment. */
    private static IOException passing(RuntimeException failure) {
        for (Throwable cause = failure.getCause(); cause != null; cause = cause.getCause()) {
            if (cause instanceof IOException) {
                return new IOException(failure.getMessage(), failure);
            }
        }
        throw failure;
    }

    /** Stops to store, and takes the metrics out of the registry. */
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
