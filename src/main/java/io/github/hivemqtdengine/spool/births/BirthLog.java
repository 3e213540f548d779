// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.births;

import io.github.hivemqtdengine.spool.disk.DiskRest;
import io.github.hivemqtdengine.spool.disk.Durable;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import io.github.hivemqtdengine.time.OncePerInterval;
import java.io.BufferedInputStream;
import java.io.Closeable;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * File that records of births are appended to, and that is written anew when it has doubled: an 8-byte magic number,
 * the synced length and its CRC-32C; then the records. The synced length tells a record that a killed process did not
 * finish from records that the disk has lost. Nothing is created before the first record. Reports failures of the disk.
 * Not thread-safe.
 */
final class BirthLog implements Closeable {

    static final String NAME = "births.log";

    private static final Logger LOG = LoggerFactory.getLogger(BirthLog.class);

    private static final long MAGIC = 0x5444_4249_5254_4833L; // TDBIRTH3
    /** Bytes before the first record. */
    private static final int START = 2 * Long.BYTES + Integer.BYTES;

    /** Synced length of a file that lacks records. */
    private static final long INCOMPLETE = Long.MAX_VALUE;

    /** A file below this size is not written anew, bytes. */
    private static final long SMALL = 1_024 * 1_024;

    private static final int BUFFER = 64 * 1_024;

    private final Path folder;
    private final Path file;
    private final Path draft;
    private final Durable.Disk disk;
    private final Live live;
    private final OncePerInterval failures = new OncePerInterval(Duration.ofMinutes(1));
    private final DiskRest rest = new DiskRest(System::nanoTime);
    private @Nullable FileChannel channel;
    private long size;
    /** Bytes that are on the disk, as the file says. */
    private long synced;

    private long renewAt = SMALL;
    private boolean areNamesSynced;
    private boolean isClosed;
    private boolean hasFailed;
    /** Whether the file may lack records of what the memory knows. */
    private boolean isIncomplete;

    private volatile boolean isUnsynced = true;

    /** Receiver of records. */
    @FunctionalInterface
    interface Records {

        void accept(BirthRecord rec) throws IOException;
    }

    /** Source of the records that are still needed. */
    @FunctionalInterface
    interface Live {

        void writeTo(Records records) throws IOException;
    }

    /**
     * @param folder created with the first record
     * @param disk the target of syncs
     */
    BirthLog(Path folder, Durable.Disk disk, Live live) {
        this.folder = folder.toAbsolutePath();
        this.file = folder.resolve(NAME);
        this.draft = folder.resolve(NAME + ".new");
        this.disk = disk;
        this.live = live;
    }

    /** Returns the size of the file, bytes. */
    long size() {
        return size;
    }

    /**
     * Reads the records of an earlier process, and removes what follows the last valid one. A damaged file counts as
     * damaged until the next {@link #sync}.
     *
     * @return whether no record is lost but one that was being written when the process died
     */
    boolean read(Consumer<BirthRecord> records) throws IOException {
        Files.deleteIfExists(draft); // left by a process that died
        if (Files.notExists(file)) {
            return true;
        }
        boolean isUndamaged = readValid(records) && size >= synced;
        if (size < open().size()) {
            open().truncate(size);
        }
        return isUndamaged;
    }

    /** Returns whether the records end with the file, or in the middle of the last one. */
    private boolean readValid(Consumer<BirthRecord> records) throws IOException {
        long length = open().size();
        try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER))) {
            if (in.readLong() != MAGIC) {
                return false;
            }
            synced = in.readLong();
            synced = in.readInt() == BirthRecord.sumOf(synced) ? synced : INCOMPLETE;
            size = START;
            while (size < length) {
                var body = BirthRecord.readFramed(in);
                records.accept(BirthRecord.decode(body));
                size += BirthRecord.HEADER + body.length;
            }
            return true;
        } catch (EOFException e) {
            return true;
        } catch (IllegalArgumentException e) {
            return false;
        }
    }

    /** Appends a record to the page cache, or nothing if that fails. */
    void append(BirthRecord added) throws IOException {
        try {
            renewIfDoubled();
            isUnsynced = true;
            write(added);
            if (hasFailed) {
                hasFailed = false;
                LOG.info("Sparkplug births are written to \"{}\" again", folder);
            }
        } catch (IOException e) {
            fail(e);
            throw e;
        }
    }

    /** Appends a record of a change of the memory. If that fails, the next sync writes all records anew. */
    void appendOrRepair(BirthRecord added) {
        isUnsynced = true;
        try {
            write(added);
        } catch (IOException e) {
            isIncomplete = true;
        }
    }

    private void write(BirthRecord added) throws IOException {
        var open = open();
        if (size == 0) {
            writeLive(open); // ends of all births, of which none was known
            size = open.size();
        }
        try {
            size += write(open, added.encodeFramed(), size);
        } catch (IOException e) {
            open.truncate(size); // frees the room of a part; the next record replaces it otherwise
            throw e;
        }
    }

    private void fail(IOException e) {
        hasFailed = true;
        if (failures.tryAcquire()) {
            LOG.error(
                    "Sparkplug births cannot be written to \"{}\": {}; their messages wait, and the lanes with"
                            + " them; free space on the disk, or repair it",
                    folder,
                    e.toString());
        }
    }

    /** Returns whether some records may not be on the disk; any thread may ask. */
    boolean isUnsynced() {
        return isUnsynced;
    }

    /** Syncs all records, or marks the file as incomplete: then the next start uses no names of before. */
    void sync() throws IOException {
        if (!rest.isOn()) {
            syncNow();
        } else if (synced != INCOMPLETE) {
            throw new IOException("The disk failed a moment ago");
        }
    }

    private void syncNow() throws IOException {
        try {
            if (isIncomplete) {
                renew();
            }
            syncRecords();
            isIncomplete = false;
            isUnsynced = false;
        } catch (IOException e) {
            isIncomplete = true; // the system reports a failed write once, and may have lost the bytes
            rest.begin();
            markIncomplete();
        }
    }

    /** Syncs all records, and then writes down that they are on the disk. */
    private void syncRecords() throws IOException {
        if (size == 0 || (size == synced && areNamesSynced)) {
            return;
        }
        var open = open();
        disk.force(open);
        if (!areNamesSynced) {
            disk.forceNames(folder);
            disk.forceNames(Objects.requireNonNull(folder.getParent()));
            areNamesSynced = true;
        }
        writeSynced(open, size);
        synced = size;
    }

    /** Writes down that the file lacks records, until it is written anew. Takes no room on a full disk. */
    private void markIncomplete() throws IOException {
        try {
            if (size > 0) {
                writeSynced(open(), INCOMPLETE);
                disk.force(open());
                synced = INCOMPLETE;
            }
        } catch (IOException e) {
            fail(e);
            throw e;
        }
    }

    /** Removes what is no longer needed. A failure costs room only, since the file stays as it is. */
    private void renewIfDoubled() {
        if (size < renewAt) {
            return;
        }
        try {
            renew();
            renewAt = Math.max(SMALL, 2 * size);
        } catch (IOException e) {
            renewAt = size + Math.max(SMALL, size / 2);
            LOG.warn("The log of Sparkplug births in \"{}\" cannot be compacted: {}", folder, e.toString());
        }
    }

    /** Replaces the file by one with the live records only, synced. If that fails, the file stays as it is. */
    private void renew() throws IOException {
        open(); // the folder exists, and the log is not closed
        Files.deleteIfExists(draft);
        var copy = openChannel(draft);
        boolean isDone = false;
        long end;
        try {
            writeLive(copy);
            end = copy.size();
            writeSynced(copy, end);
            disk.force(copy);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            isDone = true;
        } finally {
            if (!isDone) {
                copy.close();
                Files.deleteIfExists(draft); // frees room on a full disk
            }
        }
        size = end;
        synced = end;
        areNamesSynced = false;
        var old = channel;
        channel = copy;
        if (old != null) {
            old.close();
        }
    }

    private void writeLive(FileChannel empty) throws IOException {
        empty.truncate(0); // the last attempt may have failed
        write(empty, ByteBuffer.allocate(Long.BYTES).putLong(MAGIC).array(), 0);
        writeSynced(empty, START);
        live.writeTo(each -> write(empty, each.encodeFramed(), empty.size()));
    }

    private static void writeSynced(FileChannel open, long length) throws IOException {
        var bytes = ByteBuffer.allocate(START - Long.BYTES).putLong(length).putInt(BirthRecord.sumOf(length));
        write(open, bytes.array(), Long.BYTES);
    }

    /** Returns the number of bytes. */
    private static int write(FileChannel to, byte[] bytes, long offset) throws IOException {
        for (var rest = ByteBuffer.wrap(bytes); rest.hasRemaining(); ) {
            to.write(rest, offset + rest.position());
        }
        return bytes.length;
    }

    private FileChannel open() throws IOException {
        if (isClosed) {
            throw new ClosedChannelException(); // another process may use the file already
        }
        var open = channel;
        if (open == null) {
            PrivateFiles.createFolders(folder);
            open = openChannel(file);
            channel = open;
        }
        return open;
    }

    private static FileChannel openChannel(Path path) throws IOException {
        return PrivateFiles.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    @Override
    public void close() throws IOException {
        try {
            if (isIncomplete) {
                syncNow();
            }
        } finally {
            isClosed = true;
            if (channel != null) {
                channel.close();
                channel = null;
            }
        }
    }
}
