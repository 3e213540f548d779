package io.github.hivemqtdengine.spool;

import io.github.hivemqtdengine.pipeline.DeadLetter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The file that dead letters are appended to, as lines of JSON. A line is in the page cache when {@link #append}
 * returns. The file is created when there is none, so it may be moved away at any time. Not safe for many threads.
 */
final class DeadLetterFile implements AutoCloseable {

    private static final int CHUNK = 64 * 1_024;
    private static final Logger LOG = LoggerFactory.getLogger(DeadLetterFile.class);

    private final Path file;
    private final Durable.Disk disk;
    private @Nullable FileChannel channel;
    /** Whether something was written that is not known to be on the disk. */
    private boolean isUnsynced;
    /** Whether the name of the file may not be on the disk. */
    private boolean isNew;
    /** Buffers what goes into the channel. */
    private OutputStream line = OutputStream.nullOutputStream();

    /** @param file in a folder that is created if need be */
    DeadLetterFile(Path file, Durable.Disk disk) {
        this.file = file;
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
        boolean isKept = false;
        try {
            isUnsynced = true;
            LetterLine.write(letter, time, line);
            isKept = true;
        } finally {
            if (!isKept) {
                takeBack(open, start);
            }
        }
    }

    /** No half line stays behind, nor what the buffer still holds of it. */
    private void takeBack(FileChannel open, long start) throws IOException {
        try {
            open.truncate(start);
        } finally {
            close();
        }
    }

    /** Brings what was appended to the disk, and the file's name where that may not be there yet. */
    void sync() throws IOException {
        if (isUnsynced) {
            disk.force(open());
            isUnsynced = false;
        }
        if (isNew) {
            var folder = Objects.requireNonNull(file.toAbsolutePath().getParent());
            disk.forceNames(folder);
            disk.forceNames(Objects.requireNonNull(folder.getParent()));
            isNew = false;
        }
    }

    private FileChannel open() throws IOException {
        if (channel == null || !Files.exists(file)) {
            if (channel != null && isUnsynced) { // an operator has moved it away with letters that a lane waits for
                disk.force(channel);
                isUnsynced = false;
            }
            close();
            isNew = true;
            PrivateFiles.createFolders(
                    Objects.requireNonNull(file.toAbsolutePath().getParent()));
            channel = PrivateFiles.open(
                    file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND);
            line = new BufferedOutputStream(Channels.newOutputStream(channel), CHUNK);
            endTornLine(channel);
        }
        return channel;
    }

    /** What was being written when a process died stays a line of its own. */
    private void endTornLine(FileChannel open) throws IOException {
        long size = open.size();
        try (var reader = new RandomAccessFile(file.toFile(), "r")) {
            reader.seek(Math.max(0, size - 1));
            if (size > 0 && reader.read() != '\n') {
                line.write('\n');
                line.flush();
            }
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
