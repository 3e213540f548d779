// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.replay;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.spool.deadletter.DeadLetterLine;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.ThreadLocalRandom;

/**
 * File of dead letters for the replay folder. It appears there as a whole or not at all: it has a name that the broker
 * ignores until {@link #commit}. Not thread-safe.
 */
public final class ReplayDraft implements Closeable {

    private static final String HIDDEN = ".";
    private static final Duration OLD = Duration.ofDays(1);
    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("uuuuMMdd'T'HHmmss'Z'").withZone(ZoneOffset.UTC);

    private final Path draft;
    private final FileChannel file;
    private final OutputStream out;
    private final Instant now;

    /**
     * Creates an empty draft, and the replay folder if missing, for the user of this process: the broker has to be able
     * to read and move them.
     *
     * @param dataFolder the extension's folder in the broker's data folder
     * @param now the time in the file's name
     */
    public ReplayDraft(Path dataFolder, Instant now) throws IOException {
        var folder = dataFolder.resolve(ReplayFolder.NAME);
        if (Files.isSymbolicLink(folder)) {
            throw new IOException("\"" + folder + "\" is a link; make it a folder");
        }
        PrivateFiles.createFolders(folder);
        deleteOldDrafts(folder, now);
        long number = ThreadLocalRandom.current().nextLong(Long.MAX_VALUE);
        this.draft = folder.resolve(HIDDEN + "letters-" + TIME.format(now) + "-" + number + ReplayFolder.LETTERS);
        this.file = PrivateFiles.open(
                draft, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE, LinkOption.NOFOLLOW_LINKS);
        this.now = now;
        this.out = new BufferedOutputStream(Channels.newOutputStream(file));
    }

    /** Deletes drafts that interrupted commands have left, a day after they were last written. */
    private static void deleteOldDrafts(Path folder, Instant now) throws IOException {
        try (var drafts = Files.newDirectoryStream(folder, HIDDEN + "letters-*" + ReplayFolder.LETTERS)) {
            for (var draft : drafts) {
                try {
                    var written = Files.getLastModifiedTime(draft, LinkOption.NOFOLLOW_LINKS);
                    if (written.toInstant().isBefore(now.minus(OLD))) {
                        Files.deleteIfExists(draft);
                    }
                } catch (IOException e) {
                    // another command has ended, or still uses it
                }
            }
        }
    }

    /** Returns the stream for the lines of the file. */
    public OutputStream out() {
        return out;
    }

    /** Returns the size of what was written to the disk so far, bytes; the last few kilobytes may be missing. */
    public long bytes() throws IOException {
        return file.size();
    }

    /** Returns the free space of the disk, bytes. */
    public long freeBytes() throws IOException {
        return Files.getFileStore(draft).getUsableSpace();
    }

    /**
     * Adds a message that is not a dead letter.
     *
     * @param reason one word in the place of a dead letter's reason
     * @param detail where it comes from
     */
    public void add(String routeId, InboundMessage message, String reason, String detail) throws IOException {
        DeadLetterLine.write(routeId, message, reason, detail, now, out);
    }

    /** Makes the file visible to the broker, and returns its path. */
    public Path commit() throws IOException {
        out.flush();
        file.force(true);
        file.close();
        var name = draft.getFileName().toString().substring(HIDDEN.length());
        return Files.move(draft, draft.resolveSibling(name), StandardCopyOption.ATOMIC_MOVE);
    }

    /** Deletes the draft if it is not committed. */
    @Override
    public void close() throws IOException {
        file.close();
        Files.deleteIfExists(draft);
    }
}
