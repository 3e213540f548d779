package io.github.hivemqtdengine.spool.births;

import io.github.hivemqtdengine.spool.births.Certificate.Place;
import io.github.hivemqtdengine.spool.births.Certificate.Table;
import io.github.hivemqtdengine.spool.disk.Durable;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
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
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * File that records of births are appended to: an 8-byte magic number, the synced length and its CRC-32C; then for each
 * record its length, the CRC-32C of the length, the CRC-32C of the body, and the body. The synced length tells a record
 * that a killed process did not finish from records that the disk has lost. Nothing is created before the first record.
 * Not thread-safe.
 */
final class BirthLog implements Closeable {

    static final String NAME = "births.log";

    private static final long MAGIC = 0x5444_4249_5254_4832L; // TDBIRTH2
    /** Bytes before the first record. */
    private static final int START = 2 * Long.BYTES + Integer.BYTES;

    /** Synced length of a file that lacks records. */
    private static final long INCOMPLETE = Long.MAX_VALUE;

    private static final int BUFFER = 64 * 1_024;

    private final Path file;
    private final Path draft;
    private final Durable.Disk disk;
    private @Nullable FileChannel channel;
    private long size;
    /** Bytes that are on the disk, as the file says. */
    private long synced;

    private boolean areNamesSynced;
    private boolean isClosed;

    /** Receiver of the records of a log. */
    @FunctionalInterface
    interface Records {

        /**
         * Receives a record.
         *
         * @param payloadAt offset of the payload in the file
         */
        void accept(BirthRecord record, long payloadAt) throws IOException;
    }

    /** Writer of the records that a compacted log has. */
    @FunctionalInterface
    interface Live {

        void writeTo(Draft draft) throws IOException;
    }

    /** State of the end of a log. */
    enum End {
        WHOLE,
        /** The last record was being written when the process died. */
        TORN,
        /** Records are lost. */
        DAMAGED
    }

    /**
     * @param folder created with the first record
     * @param disk the target of syncs
     */
    BirthLog(Path folder, Durable.Disk disk) {
        this.file = folder.resolve(NAME);
        this.draft = folder.resolve(NAME + ".new");
        this.disk = disk;
    }

    /** Returns the size of the file, bytes. */
    long size() {
        return size;
    }

    /**
     * Reads the records of an earlier process, and removes what follows the last valid one. A damaged file counts as
     * damaged until the next {@link #sync}.
     */
    End read(Records records) throws IOException {
        Files.deleteIfExists(draft); // left by a process that died
        if (Files.notExists(file)) {
            return End.WHOLE;
        }
        var end = read(records, open());
        if (end != End.WHOLE) {
            open().truncate(size);
        }
        return end;
    }

    private End read(Records records, FileChannel open) throws IOException {
        long length = open.size();
        try (var in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file), BUFFER))) {
            if (in.readLong() != MAGIC) {
                return End.DAMAGED;
            }
            synced = in.readLong();
            synced = in.readInt() == BirthRecord.sumOf(synced) ? synced : INCOMPLETE;
            size = START;
            while (size < length) {
                var body = BirthRecord.readFramed(in);
                long next = size + BirthRecord.HEADER + body.length;
                var record = BirthRecord.decode(body);
                records.accept(record, next - record.payload().length);
                size = next;
            }
            return size < synced ? End.DAMAGED : End.WHOLE;
        } catch (EOFException e) {
            return size < synced ? End.DAMAGED : End.TORN;
        } catch (IllegalArgumentException e) {
            return End.DAMAGED;
        }
    }

    /** Returns a payload. */
    byte[] payload(Place place) throws IOException {
        var payload = ByteBuffer.allocate(place.length());
        readFully(open(), payload, place.offset());
        return payload.array();
    }

    private static void readFully(FileChannel from, ByteBuffer to, long offset) throws IOException {
        while (to.hasRemaining()) {
            if (from.read(to, offset + to.position()) < 0) {
                throw new IOException("The log of births is shorter than it was");
            }
        }
    }

    /**
     * Appends a record to the page cache, or nothing if that fails.
     *
     * @return the offset of its payload
     */
    long append(BirthRecord record) throws IOException {
        var open = open();
        if (size == 0) {
            begin(open);
            size = START;
        }
        var bytes = record.encodeFramed();
        try {
            write(open, ByteBuffer.wrap(bytes), size);
        } catch (IOException e) {
            open.truncate(size); // frees the room of a part; the next record replaces it otherwise
            throw e;
        }
        size += bytes.length;
        return size - record.payload().length;
    }

    /** Syncs all records, and then writes down that they are on the disk. */
    void sync() throws IOException {
        if (size == 0 || (size == synced && areNamesSynced)) {
            return;
        }
        var open = open();
        disk.force(open);
        if (!areNamesSynced) {
            disk.forceNames(folder());
            disk.forceNames(Objects.requireNonNull(folder().getParent()));
            areNamesSynced = true;
        }
        writeSynced(open, size);
        synced = size;
    }

    /** Writes down that the file lacks records, until it is compacted. Takes no room on the disk. */
    void markIncomplete() throws IOException {
        if (size > 0) {
            writeSynced(open(), INCOMPLETE);
            disk.force(open());
            synced = INCOMPLETE;
        }
    }

    boolean isMarkedIncomplete() {
        return synced == INCOMPLETE;
    }

    private static void begin(FileChannel open) throws IOException {
        write(open, ByteBuffer.allocate(Long.BYTES).putLong(MAGIC).flip(), 0);
        writeSynced(open, START);
    }

    private static void writeSynced(FileChannel open, long length) throws IOException {
        var bytes = ByteBuffer.allocate(START - Long.BYTES).putLong(length).putInt(BirthRecord.sumOf(length));
        write(open, bytes.flip(), Long.BYTES);
    }

    private static void write(FileChannel to, ByteBuffer bytes, long offset) throws IOException {
        for (long at = offset; bytes.hasRemaining(); ) {
            at += to.write(bytes, at);
        }
    }

    /** Replaces the file by one with these records only, which are synced. If that fails, the file stays as it is. */
    void compact(Live live) throws IOException {
        open(); // the folder exists, and the log is not closed
        Files.deleteIfExists(draft);
        var copy = openChannel(draft);
        boolean isDone = false;
        try {
            var written = new Draft(copy);
            live.writeTo(written);
            writeSynced(copy, written.end);
            disk.force(copy);
            Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            isDone = true;
            size = written.end;
            synced = size;
            areNamesSynced = false;
            written.moves.forEach(Runnable::run);
        } finally {
            if (!isDone) {
                copy.close();
                Files.deleteIfExists(draft); // frees room on a full disk
            }
        }
        var old = channel;
        channel = copy;
        if (old != null) {
            old.close();
        }
    }

    private FileChannel open() throws IOException {
        if (isClosed) {
            throw new ClosedChannelException(); // another process may use the file already
        }
        var open = channel;
        if (open == null) {
            PrivateFiles.createFolders(folder());
            open = openChannel(file);
            channel = open;
        }
        return open;
    }

    private Path folder() {
        return Objects.requireNonNull(file.toAbsolutePath().getParent());
    }

    private static FileChannel openChannel(Path path) throws IOException {
        return PrivateFiles.open(path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    /** Records of a compacted log. A payload is copied once for all certificates that share it. */
    final class Draft {

        private final FileChannel copy;
        private final List<Runnable> moves = new ArrayList<>();
        private long end = START;

        private Draft(FileChannel copy) throws IOException {
            this.copy = copy;
            begin(copy);
        }

        /** @param device {@code null} for the node itself */
        void add(EdgeNode.Key key, @Nullable String device, Timeline timeline) throws IOException {
            var copied = new IdentityHashMap<Table, Place>();
            for (var certificate : timeline.certificates()) {
                var table = certificate.table();
                if (table == null) {
                    add(BirthRecord.of(key, device, type(certificate), certificate, new byte[0]));
                } else if (copied.containsKey(table)) {
                    var payload = BirthRecord.reference(Objects.requireNonNull(copied.get(table)));
                    add(BirthRecord.of(key, device, BirthRecord.Type.SAME, certificate, payload));
                } else {
                    var payload = payload(table.place());
                    long at = add(BirthRecord.of(key, device, BirthRecord.Type.BIRTH, certificate, payload));
                    copied.put(table, new Place(at, payload.length));
                    moves.add(() -> table.place().moveTo(at));
                }
            }
            if (timeline.isForgotten(Long.MIN_VALUE + 1)) {
                add(BirthRecord.forgotten(key, device, timeline.forgottenUntil()));
            }
        }

        private static BirthRecord.Type type(Certificate certificate) {
            return switch (certificate.kind()) {
                case BIRTH, UNREADABLE -> BirthRecord.Type.UNREADABLE;
                case IGNORED -> BirthRecord.Type.IGNORED;
                case DEATH -> BirthRecord.Type.UNBORN;
            };
        }

        /** Adds a record; returns the offset of its payload. */
        long add(BirthRecord record) throws IOException {
            var bytes = record.encodeFramed();
            write(copy, ByteBuffer.wrap(bytes), end);
            end += bytes.length;
            return end - record.payload().length;
        }
    }

    @Override
    public void close() throws IOException {
        isClosed = true;
        if (channel != null) {
            channel.close();
            channel = null;
        }
    }
}
