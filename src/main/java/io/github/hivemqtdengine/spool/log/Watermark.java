// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.spool.log;

import io.github.hivemqtdengine.pipeline.queue.HighWaterMark;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * Watermark of a lane: the number up to which its messages are committed. The file has two slots that are written in
 * turn: a crash can damage the slot being written, and the other one is only a batch older. Not thread-safe.
 */
final class Watermark implements Closeable {

    private static final int SLOT_BYTES = 32;
    private static final int SLOTS = 2;
    private static final int VALUE_BYTES = 3 * Long.BYTES;

    private final RandomAccessFile file;
    private final ByteBuffer slot = ByteBuffer.allocate(SLOT_BYTES);
    private Value value = new Value(0, HighWaterMark.NONE);
    private int nextSlot;

    private record Value(long number, HighWaterMark mark) {}

    private Watermark(RandomAccessFile file) {
        this.file = file;
    }

    /** Opens the file, or creates it at 0. An unreadable file counts as 0; messages are then written twice. */
    static Watermark open(Path path) throws IOException {
        var watermark = new Watermark(PrivateFiles.openRandomAccess(path));
        try {
            for (int i = 0; i < SLOTS; i++) {
                watermark.read(i);
            }
            return watermark;
        } catch (IOException | RuntimeException e) {
            watermark.close();
            throw e;
        }
    }

    private void read(int number) throws IOException {
        var read = valueOf(number);
        if (read.isPresent() && read.get().number() >= value.number()) {
            value = read.get();
            nextSlot = (number + 1) % SLOTS;
        }
    }

    private Optional<Value> valueOf(int number) throws IOException {
        file.seek((long) number * SLOT_BYTES);
        try {
            file.readFully(slot.array());
        } catch (EOFException e) {
            return Optional.empty();
        }
        if (slot.getInt(VALUE_BYTES) != checkSum()) {
            return Optional.empty();
        }
        var mark = new HighWaterMark(slot.getLong(Long.BYTES), slot.getLong(2 * Long.BYTES));
        return Optional.of(new Value(slot.getLong(0), mark));
    }

    long number() {
        return value.number();
    }

    HighWaterMark mark() {
        return value.mark();
    }

    /** Commits everything up to this number; after a failure the value is unchanged. */
    void advance(long number, HighWaterMark mark) throws IOException {
        slot.putLong(0, number).putLong(Long.BYTES, mark.arrival()).putLong(2 * Long.BYTES, mark.key());
        slot.putInt(VALUE_BYTES, checkSum());
        file.seek((long) nextSlot * SLOT_BYTES);
        file.write(slot.array());
        value = new Value(number, mark); // only once it is written: the caller deletes committed messages
        nextSlot = (nextSlot + 1) % SLOTS;
    }

    /** Syncs the file to the disk. */
    void force() throws IOException {
        file.getFD().sync();
    }

    /** Returns the inverted CRC-32C, so that a slot of zeros is invalid. */
    private int checkSum() {
        var sum = new CRC32C();
        sum.update(slot.array(), 0, VALUE_BYTES);
        return ~(int) sum.getValue();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
