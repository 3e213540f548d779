// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.deadletter;

import io.github.hivemqtdengine.pipeline.account.DeadLetter;
import io.github.hivemqtdengine.spool.disk.Durable;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File that dead letters are appended to, as lines of JSON. A line is in the page cache when {@link #append} returns. A
 * missing file is created, so an operator may move the file away at any time. Not thread-safe.
 *
 * <p>Linux reports a failed write once for each open file, so a later sync of the same file proves nothing. After a
 * failed sync the next one therefore writes the lines to a new file, which replaces the old one. If an operator has
 * moved the old file away in the meantime, the new file repeats its unsynced lines.
 */
final class DeadLetterFile implements AutoCloseable {

    private static final int CHUNK = 64 * 1_024;
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterFile.class);

    private final Path file;
    private final Path draft;
    private final Durable.Disk disk;
    private final UnsyncedBytes unsynced = new UnsyncedBytes();
    private @Nullable FileChannel channel;
    /** True after a failed sync: the disk may have lost the unsynced bytes. */
    private boolean isDoubtful;
    /** True while the name of the file may not be on the disk. */
    private boolean isNew;
    /** Buffered stream into the channel. */
    private OutputStream line = OutputStream.nullOutputStream();

    /** @param file its folder is created if missing */
    DeadLetterFile(Path file, Durable.Disk disk) {
        this.file = file;
        this.draft = file.resolveSibling(file.getFileName() + ".new");
        this.disk = disk;
    }

    /** Returns the size, bytes. */
    long size() throws IOException {
        return open().size();
    }

    /** Appends one line, or nothing if it fails. */
    void append(DeadLetter letter, Instant time) throws IOException {
        var open = open();
        long start = open.size();
        open.position(start);
        unsynced.appendAt(start);
        long sum = unsynced.sum();
        boolean isKept = false;
        try {
            DeadLetterLine.write(letter, time, line);
            isKept = true;
        } finally {
            if (!isKept) {
                unsynced.resetSum(sum);
                removePartialLine(open, start);
            }
        }
    }

    /** Removes a partly written line from the file and from the buffer. */
    private void removePartialLine(FileChannel open, long start) throws IOException {
        boolean isTruncated = false;
        try {
            open.truncate(start);
            line = buffered(open);
            isTruncated = true;
        } finally {
            if (!isTruncated) {
                close();
            }
        }
    }

    /** Syncs the appended lines to the disk, and the file's name if it may not be there yet. */
    void sync() throws IOException {
        if (unsynced.exist()) {
            syncLines(open());
        }
        if (isNew) {
            var folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
            disk.forceNames(folder);
            disk.forceNames(Objects.requireNonNull(folder.getParent()));
            isNew = false;
        }
    }

    private void syncLines(FileChannel open) throws IOException {
        if (!unsynced.exist()) {
            return;
        }
        if (isDoubtful) {
            rewrite(open);
        } else {
            isDoubtful = true;
            disk.force(open);
        }
        isDoubtful = false;
        unsynced.synced();
    }

    /** Replaces the file by a synced copy and continues with the copy. */
    private void rewrite(FileChannel lost) throws IOException {
        Files.deleteIfExists(draft);
        boolean isMovedAway = Files.notExists(file);
        var copy = open(draft);
        boolean isDone = false;
        try {
            unsynced.copy(lost, !isMovedAway, copy);
            disk.force(copy);
            if (Files.notExists(file) != isMovedAway) {
                throw new IOException("the file was moved while it was copied");
            }
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            isDone = true;
        } finally {
            if (!isDone) {
                copy.close();
                Files.deleteIfExists(draft); // frees room on a full disk
            }
        }
        close();
        continueIn(copy);
    }

    /**
     * Returns the file to append to. A file that an operator has moved away stays in use until its lines are synced,
     * since a lane waits for them. If that sync fails, only the next {@link #sync} switches to another file.
     */
    private FileChannel open() throws IOException {
        var open = channel;
        if (open != null && (isDoubtful || !Files.notExists(file) || !trySyncLines(open))) {
            return open;
        }
        close();
        PrivateFiles.createFolders(Objects.requireNonNull(file.toAbsolutePath().getParent()));
        Files.deleteIfExists(draft); // left by a process that died
        var opened = open(file);
        continueIn(opened);
        boolean isWhole = false;
        try {
            endTornLine(opened);
            isWhole = true;
        } finally {
            if (!isWhole) {
                close(); // so that the next letter ends the torn line first
            }
        }
        return opened;
    }

    /** Syncs the lines of a file that was moved away; {@code false} if the next sync has to write them again. */
    private boolean trySyncLines(FileChannel movedAway) {
        try {
            syncLines(movedAway);
            return true;
        } catch (IOException e) {
            LOG.debug("Dead-letter file \"{}\" was moved away and cannot be synced to the disk", file, e);
            return false;
        }
    }

    private static FileChannel open(Path path) throws IOException {
        return PrivateFiles.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private void continueIn(FileChannel opened) {
        isNew = true;
        channel = opened;
        line = buffered(opened);
    }

    private OutputStream buffered(FileChannel opened) {
        return unsynced.summing(new BufferedOutputStream(Channels.newOutputStream(opened), CHUNK));
    }

    /** Ends a line that was being written when a process died, so that it stays a line of its own. */
    private void endTornLine(FileChannel open) throws IOException {
        long size = open.size();
        var last = ByteBuffer.allocate(1);
        if (size > 0 && open.read(last, size - 1) == 1 && last.get(0) != '\n') {
            open.position(size);
            unsynced.appendAt(size);
            line.write('\n');
            line.flush();
        }
    }

    /** Closes the file; the next letter opens it again. */
    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            LOG.warn("Dead-letter file \"{}\" failed to close: {}", file, e.toString());
        }
        channel = null;
    }
}
