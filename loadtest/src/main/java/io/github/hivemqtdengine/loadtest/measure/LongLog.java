// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Growing list of numbers. About a thousand are in memory, all older ones in temporary files, 8 bytes each. One thread
 * at a time may use it.
 */
public final class LongLog {

    static final int CHUNK = 1 << 10;
    private static final int FIRST = 16;

    private final List<Chunk> chunks = new ArrayList<>();
    private long[] newest = new long[FIRST];
    private int size;
    private long[] read = newest;
    private int readChunk = -1;

    public void add(long value) {
        int index = size % CHUNK;
        if (index == 0 && size > 0) {
            readChunk = chunks.size();
            read = newest;
            chunks.add(Chunk.of(newest));
            newest = new long[CHUNK];
        } else if (index == newest.length) {
            newest = Arrays.copyOf(newest, index * 2);
        }
        newest[index] = value;
        size++;
    }

    public int size() {
        return size;
    }

    /**
     * Returns a number by its index, from 0.
     *
     * @throws UncheckedIOException if the file cannot be read
     */
    public long get(int index) {
        Objects.checkIndex(index, size);
        int chunk = index / CHUNK;
        if (chunk == chunks.size()) {
            return newest[index % CHUNK];
        }
        if (chunk != readChunk) {
            read = chunks.get(chunk).read();
            readChunk = chunk;
        }
        return read[index % CHUNK];
    }

    /** Numbers that a thread writes to a file. They stay in memory if the file cannot be written. */
    private static final class Chunk implements Runnable {

        private static final long MOST_OF_A_FILE = 1L << 28;
        private static final ExecutorService WRITER = Executors.newSingleThreadExecutor(task -> {
            var thread = new Thread(task, "long-log");
            thread.setDaemon(true);
            return thread;
        });
        /** Deleted when it is closed; garbage collection closes it, when no log has a part in it. */
        private static @Nullable FileChannel latest;

        private static boolean hasFailed;

        private volatile long @Nullable [] values;
        private @Nullable FileChannel file;
        private long position;

        private Chunk(long[] values) {
            this.values = values;
        }

        static Chunk of(long[] values) {
            var chunk = new Chunk(values);
            WRITER.execute(chunk);
            return chunk;
        }

        @Override
        public void run() {
            try {
                var bytes = ByteBuffer.allocate(CHUNK * Long.BYTES);
                bytes.asLongBuffer().put(Objects.requireNonNull(values));
                var last = latest;
                file = last != null && last.isOpen() && last.size() < MOST_OF_A_FILE ? last : create();
                latest = file;
                position = file.size();
                while (bytes.hasRemaining()) {
                    file.write(bytes, position + bytes.position());
                }
                values = null;
            } catch (IOException e) {
                if (!hasFailed) {
                    System.err.println("NOTE: send times stay in memory, 8 bytes a message: " + e);
                }
                hasFailed = true;
            }
        }

        private static FileChannel create() throws IOException {
            var path = Files.createTempFile("loadtest", ".times");
            return FileChannel.open(
                    path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
        }

        long[] read() {
            var unwritten = values;
            if (unwritten != null) {
                return unwritten;
            }
            var bytes = ByteBuffer.allocate(CHUNK * Long.BYTES);
            try {
                while (bytes.hasRemaining()
                        && Objects.requireNonNull(file).read(bytes, position + bytes.position()) >= 0) {
                    // the rest follows
                }
            } catch (IOException e) {
                throw new UncheckedIOException("Send times cannot be read again", e);
            }
            var numbers = new long[CHUNK];
            bytes.flip().asLongBuffer().get(numbers);
            return numbers;
        }
    }
}
