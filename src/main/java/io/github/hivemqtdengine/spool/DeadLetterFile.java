package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.DeadLetter;
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
 * The file that dead letters are appended to, as lines of JSON. A line is in the page cache when {@link #append}
 * returns. The file is created when there is none, so it may be moved away at any time. Not safe for many threads.
 *
 * <p>Linux reports a failed write once for each open file. So when a sync has failed, a later one of the same file says
 * nothing: the next one writes the file once more, under another name that then becomes its own. Where an operator has
 * moved the file away meanwhile, the lines that were not on the disk are in the new one as well.
 */
final class DeadLetterFile implements AutoCloseable {

    private static final int CHUNK = 64 * 1_024;
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterFile.class);

    private final Path file;
    private final Path draft;
    private final Durable.Disk disk;
    private final UnsyncedBytes unsynced = new UnsyncedBytes();
    private @Nullable FileChannel channel;
    /** Whether a sync has failed, so that the disk may have lost what is unsynced. */
    private boolean isDoubtful;
    /** Whether the name of the file may not be on the disk. */
    private boolean isNew;
    /** Buffers what goes into the channel. */
    private OutputStream line = OutputStream.nullOutputStream();

    /** @param file in a folder that is created if need be */
    DeadLetterFile(Path file, Durable.Disk disk) {
        this.file = file;
        this.draft = file.resolveSibling(file.getFileName() + ".new");
        this.disk = disk;
    }

    /** How large it is, bytes. */
    long size() throws IOException {
        return open().size();
    }

    /** Appends a line, or nothing. */
    void append(DeadLetter letter, Instant time) throws IOException {
        var open = open();
        long start = open.size();
        open.position(start);
        unsynced.appendAt(start);
        long sum = unsynced.sum();
        boolean isKept = false;
        try {
            LetterLine.write(letter, time, line);
            isKept = true;
        } finally {
            if (!isKept) {
                unsynced.takeBack(sum);
                takeBack(open, start);
            }
        }
    }

    /** No half line stays behind, nor what the buffer still holds of it. */
    private void takeBack(FileChannel open, long start) throws IOException {
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

    /** Brings what was appended to the disk, and the file's name where that may not be there yet. */
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

    /** Goes on with another file that is on the disk. */
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
                Files.deleteIfExists(draft); // a full disk needs the room
            }
        }
        close();
        goOnIn(copy);
    }

    /**
     * Returns the file that goes on. That is the one which an operator has moved away as long as it has letters that a lane
     * waits for: only a sync goes on in another one then.
     */
    private FileChannel open() throws IOException {
        var open = channel;
        if (open != null && (isDoubtful || !Files.notExists(file) || !isSynced(open))) {
            return open;
        }
        close();
        PrivateFiles.createFolders(Objects.requireNonNull(file.toAbsolutePath().getParent()));
        Files.deleteIfExists(draft); // of a process that died
        var opened = open(file);
        goOnIn(opened);
        boolean isWhole = false;
        try {
            endTornLine(opened);
            isWhole = true;
        } finally {
            if (!isWhole) {
                close(); // the next letter opens it again, and must not go on in the torn line
            }
        }
        return opened;
    }

    /** Brings the lines of a file that was moved away to the disk; where that fails, the next sync has to write them again. */
    private boolean isSynced(FileChannel movedAway) {
        try {
            syncLines(movedAway);
            return true;
        } catch (IOException e) {
            LOG.debug("{} was moved away, and can't be brought to the disk", file, e);
            return false;
        }
    }

    private static FileChannel open(Path path) throws IOException {
        return PrivateFiles.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    private void goOnIn(FileChannel opened) {
        isNew = true;
        channel = opened;
        line = buffered(opened);
    }

    private OutputStream buffered(FileChannel opened) {
        return unsynced.summing(new BufferedOutputStream(Channels.newOutputStream(opened), CHUNK));
    }

    /** What was being written when a process died stays a line of its own. */
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

    /** Closes the file; a letter that comes later opens it again. */
    @Override
    public void close() {
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            LOG.warn("{} could not be closed: {}", file, e.toString());
        }
        channel = null;
    }
}
