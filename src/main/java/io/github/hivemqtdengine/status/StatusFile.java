// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.status;

import io.github.hivemqtdengine.metrics.DropwizardMetrics;
import io.github.hivemqtdengine.pipeline.account.DeadLetters;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.time.PeriodicTask;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File that shows the current status of the extension. A thread of its own replaces the file every 5 s, and within a
 * second after a change of state. A disk that is full, slow or gone concerns that thread only.
 */
public final class StatusFile implements AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(StatusFile.class);

    /** Name of the file in the extension's data folder. */
    public static final String NAME = "status.json";

    private static final String DRAFT = "." + NAME;

    /** Interval of the writes. */
    public static final Duration INTERVAL = Duration.ofSeconds(5);

    private static final Duration CHECK_INTERVAL = Duration.ofSeconds(1);
    private static final Duration LONGEST_STOP = Duration.ofSeconds(2);

    private final Path folder;
    private final Clock clock;
    private final DeadLetterCounts deadLetters = new DeadLetterCounts();
    private final RecentWarnings warnings = new RecentWarnings();
    private final Runnable endOfWarnings = warnings.begin();
    private final StatusDocument document;
    private final PeriodicTask task = new PeriodicTask("tdengine-status", this::check, CHECK_INTERVAL, LONGEST_STOP);
    private Consumer<byte[]> listener = content -> {};
    private Supplier<ActiveConfiguration> configuration = () -> {
        throw new IllegalStateException("not started");
    };
    private long writtenMillis = Long.MIN_VALUE / 2;
    private boolean isStarted;
    private volatile boolean isBusy;
    private boolean isFailing;

    /**
     * Creates the status without a file; warnings are recorded from now on.
     *
     * @param dataFolder the folder that the extension may write to
     * @param metrics the metrics that the status shows
     */
    public StatusFile(Path dataFolder, DropwizardMetrics metrics) {
        this(dataFolder, metrics, Clock.systemUTC());
    }

    StatusFile(Path dataFolder, DropwizardMetrics metrics, Clock clock) {
        this.folder = dataFolder;
        this.clock = clock;
        this.document = new StatusDocument(metrics, deadLetters, warnings, clock, System::nanoTime);
    }

    /** Returns a store that counts dead letters by reason. */
    public DeadLetters counting(DeadLetters store) {
        return deadLetters.counting(store);
    }

    /** Sets the receiver of each content, called by the thread that writes the file; before {@link #start}. */
    public void setListener(Consumer<byte[]> receiver) {
        listener = receiver;
    }

    /** Adds a section to the content, before {@link #start}; the function gets the maximum number of routes to list. */
    public void add(String name, IntFunction<Object> section) {
        document.add(name, section);
    }

    /** Starts to write the file. */
    public void start(Supplier<ActiveConfiguration> active) {
        configuration = active;
        isStarted = true;
        task.startAtOnce();
    }

    /** Writes the file if it is time to, or if the state has changed. */
    private void check() {
        isBusy = true;
        try {
            var active = configuration.get();
            boolean hasChanged = document.observe(active);
            long now = clock.millis();
            if (hasChanged || Math.abs(now - writtenMillis) >= INTERVAL.toMillis()) {
                writtenMillis = now; // also of a failure, which waits for the next interval
                write(active, false);
            }
        } catch (IOException | RuntimeException e) {
            warn(e);
        } finally {
            isBusy = false;
        }
    }

    private void write(ActiveConfiguration active, boolean isStopped) throws IOException {
        var content = document.write(active, isStopped);
        listener.accept(content);
        PrivateFiles.createFolders(folder);
        PrivateFiles.write(folder.resolve(DRAFT), content);
        Files.move(folder.resolve(DRAFT), folder.resolve(NAME), StandardCopyOption.ATOMIC_MOVE);
        if (isFailing) {
            isFailing = false;
            LOG.info("Status file in \"{}\" is written again", folder);
        }
    }

    private void warn(Exception failure) {
        if (!isFailing) {
            isFailing = true;
            LOG.warn(
                    "Status file in \"{}\" cannot be written and is retried; messages are stored as before: {}",
                    folder,
                    failure.toString());
        }
    }

    /** Ends the writes; the file then says that the extension has stopped. */
    @Override
    public void close() {
        task.close();
        endOfWarnings.run();
        if (isStarted && !isBusy) { // a write that waits for the disk does not hold the stop
            try {
                write(configuration.get(), true);
            } catch (IOException | RuntimeException e) {
                warn(e);
            }
        }
    }
}
