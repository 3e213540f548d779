// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.deadletter;

import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.pipeline.account.DeadLetters;
import io.github.hivemqtdengine.spool.disk.DiskRest;
import io.github.hivemqtdengine.spool.disk.Durable;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Folder of dead letters: the file that they are appended to, and full files, whose names sort by time. A kept letter
 * survives a crash of the process. Nothing is created before the first letter. Thread-safe.
 */
public final class DeadLetterFolder implements DeadLetters, AutoCloseable {

    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterFolder.class);

    private static final String NAME = "dead-letters";
    private static final String SUFFIX = ".jsonl";
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);
    private static final Duration BETWEEN_WARNINGS = Duration.ofMinutes(1);
    private static final long DEGRADED_NANOS = Duration.ofSeconds(10).toNanos();
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(1);

    private final Path folder;
    private final Path current;
    private final DeadLetterFile file;
    private final DeadLetterSettings settings;
    private final boolean isForced;
    private final InstantSource clock;
    private final LongSupplier nanos;
    private final DiskRest writeRest;
    private final DiskRest syncRest;
    private final OncePerInterval limitWarnings;
    private long fullFilesBytes;
    private @Nullable Instant looked;
    private boolean isFailureLogged;
    private volatile boolean hasFailed;
    private volatile long lastFailure;
    /** Messages of the sync failures since the last successful sync; each is logged once. */
    private final Set<String> syncFailures = new HashSet<>();

    /**
     * @param folder created if missing
     * @param isForced whether {@link #sync} syncs letters to the disk, so that they survive a power cut
     * @param clock the time written into letters and into the names of full files
     */
    public DeadLetterFolder(Path folder, DeadLetterSettings settings, boolean isForced, InstantSource clock) {
        this(folder, settings, isForced, clock, Durable.Disk.SYSTEM, System::nanoTime);
    }

    /**
     * @param disk the target of syncs
     * @param nanos a clock like {@link System#nanoTime}
     */
    public DeadLetterFolder(
            Path folder,
            DeadLetterSettings settings,
            boolean isForced,
            InstantSource clock,
            Durable.Disk disk,
            LongSupplier nanos) {
        this.folder = folder;
        this.current = folder.resolve(NAME + SUFFIX);
        this.file = new DeadLetterFile(current, isForced ? disk : Durable.Disk.NONE);
        this.nanos = nanos;
        this.writeRest = new DiskRest(nanos);
        this.syncRest = new DiskRest(nanos);
        this.limitWarnings = new OncePerInterval(BETWEEN_WARNINGS, nanos);
        this.settings = settings;
        this.isForced = isForced;
        this.clock = clock;
    }

    @Override
    public synchronized boolean keep(DeadLetter letter) throws IOException {
        if (writeRest.isOn()) {
            throw new IOException("The disk failed a moment ago");
        }
        long began = nanos.getAsLong();
        try {
            boolean isKept = append(letter, clock.instant().truncatedTo(ChronoUnit.MICROS));
            if (isKept && isFailureLogged) {
                isFailureLogged = false;
                LOG.info("Dead letters are written to \"{}\" again", folder);
            }
            return isKept;
        } catch (IOException e) {
            writeRest.begin(began);
            failed(e);
            throw e;
        }
    }

    /** Logs a failure unless another one is recent: between two failures of a large letter a small one may fit. */
    private void failed(IOException e) {
        if (!isDegraded()) {
            isFailureLogged = true;
            LOG.error(
                    "Dead letters cannot be written to \"{}\": {}; their messages wait in the spool; free"
                            + " space on the disk, or repair it",
                    folder,
                    e.toString());
        }
        lastFailure = nanos.getAsLong();
        hasFailed = true;
    }

    private boolean append(DeadLetter letter, Instant now) throws IOException {
        long bytes = DeadLetterLine.bytes(letter, now);
        long size = file.size();
        if (!lookForRoom(size + bytes, now)) {
            return false;
        }
        if (size > 0 && size + bytes > settings.fileBytes() && sync()) { // else it grows until the disk works
            putAside(size, now);
        }
        file.append(letter, now);
        return true;
    }

    @Override
    public synchronized boolean sync() {
        if (!isForced) {
            return true;
        }
        if (syncRest.isOn()) {
            return false;
        }
        long began = nanos.getAsLong();
        try {
            file.sync();
            if (!syncFailures.isEmpty()) {
                LOG.info("Dead letters in \"{}\" are synced to the disk again", folder);
            }
            syncFailures.clear();
            return true;
        } catch (IOException e) {
            syncRest.begin(began);
            if (syncFailures.add(e.toString())) {
                LOG.error("Dead letters in \"{}\" cannot be synced to the disk: {}", folder, e.toString());
            }
            return false;
        }
    }

    /** Returns whether a file may grow to this size, and logs if not. An operator may have moved other files away. */
    private boolean lookForRoom(long bytes, Instant now) throws IOException {
        if (looked == null || (!fits(bytes) && isLookDue(looked, now))) {
            fullFilesBytes = bytesOf(NAME + "-*" + SUFFIX);
            looked = now;
        }
        boolean isFull = !fits(bytes);
        if (isFull && limitWarnings.tryAcquire()) {
            LOG.error(
                    "Dead letters in \"{}\" have reached the limit of {} bytes; messages that would become"
                            + " dead letters are dropped; move \"{}*{}\" away",
                    folder,
                    settings.maxBytes(),
                    NAME,
                    SUFFIX);
        }
        return !isFull;
    }

    private static boolean isLookDue(Instant looked, Instant now) {
        return now.isBefore(looked) || !now.isBefore(looked.plus(BETWEEN_LOOKS)); // a clock may step back
    }

    private boolean fits(long bytes) {
        return fullFilesBytes + bytes <= settings.maxBytes();
    }

    private long bytesOf(String pattern) throws IOException {
        long bytes = 0;
        try (var files = Files.newDirectoryStream(folder, pattern)) {
            for (var each : files) {
                bytes += each.toFile().length(); // 0 if it was moved away in the meantime
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        return bytes;
    }

    /** Returns whether the disk has rejected a letter within the last ten seconds. Does not wait for disk writes. */
    public boolean isDegraded() {
        return hasFailed && nanos.getAsLong() - lastFailure < DEGRADED_NANOS;
    }

    /** Returns the bytes of all current files; 0 if unknown. Does not wait for disk writes. */
    public long bytes() {
        try {
            return bytesOf(NAME + "*" + SUFFIX);
        } catch (NoSuchFileException e) {
            return 0;
        } catch (IOException e) {
            LOG.debug("Dead-letter folder \"{}\" cannot be listed", folder, e);
            return 0;
        }
    }

    private void putAside(long size, Instant now) throws IOException {
        file.close();
        try {
            Files.move(current, freeName(now));
            fullFilesBytes += size;
        } catch (NoSuchFileException e) {
            LOG.debug("Full dead-letter file was already moved away", e);
        }
    }

    private Path freeName(Instant now) {
        int number = 1;
        Path free;
        do {
            free = folder.resolve(String.format(Locale.ROOT, "%s-%s-%04d%s", NAME, TIME.format(now), number, SUFFIX));
            number++;
        } while (Files.exists(free));
        return free;
    }

    /** Closes the file; the next letter opens it again. */
    @Override
    public synchronized void close() {
        file.close();
    }
}
