// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.measure;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;

/**
 * Record file in the format of mqttloader 0.8.6. The first line, {@code <epoch us>,,,}, is the start. Each message sent
 * adds {@code <epoch us>,<client id>,S,}; each delivery adds {@code <epoch us>,<client id>,R,<latency us>}. Lines are
 * unordered: each thread buffers its own and writes them in blocks. Events after {@link #close} are ignored.
 */
public final class RecordFile implements Recording, Closeable {

    private static final DateTimeFormatter IN_NAME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT);
    private static final String ENDING = ".csv";
    private static final int BUFFER_BYTES = 1 << 16;

    private final Path path;
    private final FileChannel file;
    private final Queue<Lines> buffers = new ConcurrentLinkedQueue<>();
    private final ThreadLocal<Lines> buffer = ThreadLocal.withInitial(this::newLines);
    private volatile boolean closed;
    private volatile @Nullable IOException failure;

    private RecordFile(Path path) throws IOException {
        this.path = path;
        this.file = FileChannel.open(path, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
    }

    /**
     * Creates a file with mqttloader's name in a folder, which is created if missing. A name in use gets a numeric
     * suffix, because rounds can be shorter than a second.
     *
     * @param now for the file name, to the second
     * @throws IOException if the file cannot be created
     */
    public static RecordFile in(Path folder, Instant now, ZoneId zone) throws IOException {
        Files.createDirectories(folder);
        var name = "mqttloader_" + IN_NAME.withZone(zone).format(now);
        var record = new RecordFile(unused(folder, name));
        record.write(startLine(now.getEpochSecond() * 1_000_000));
        return record;
    }

    private static Path unused(Path folder, String name) {
        var path = folder.resolve(name + ENDING);
        for (int number = 2; Files.exists(path); number++) {
            path = folder.resolve(name + "-" + number + ENDING);
        }
        return path;
    }

    /** Overwrites the first line, until now the time of opening, with the start of the measurement. */
    public void started(long epochMicros) throws IOException {
        file.write(startLine(epochMicros), 0);
    }

    public Path path() {
        return path;
    }

    @Override
    public void sent(long epochMicros, String clientId) {
        buffer.get().add(epochMicros + "," + clientId + ",S,\n");
    }

    @Override
    public void received(long epochMicros, String clientId, long latencyMicros) {
        buffer.get().add(epochMicros + "," + clientId + ",R," + Math.max(0, latencyMicros) + "\n");
    }

    /**
     * Writes the buffered lines and closes the file; idempotent.
     *
     * @throws IOException if any write failed, now or earlier
     */
    @Override
    public void close() throws IOException {
        closed = true;
        buffers.forEach(Lines::close);
        buffers.clear();
        file.close();
        var failed = failure;
        if (failed != null) {
            throw new IOException(path + " is not complete: " + failed.getMessage(), failed);
        }
    }

    private Lines newLines() {
        var lines = new Lines();
        buffers.add(lines);
        return lines;
    }

    /** Returns a line of constant length, so that {@link #started} can overwrite it. */
    private static ByteBuffer startLine(long epochMicros) {
        return ByteBuffer.wrap(
                String.format(Locale.ROOT, "%016d,,,\n", epochMicros).getBytes(StandardCharsets.US_ASCII));
    }

    private synchronized void write(ByteBuffer bytes) {
        try {
            while (bytes.hasRemaining()) {
                file.write(bytes);
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Unwritten lines of a thread. The lock is uncontended until the file is closed. */
    private final class Lines {

        private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER_BYTES);

        synchronized void add(String line) {
            if (closed) {
                return;
            }
            var encoded = line.getBytes(StandardCharsets.UTF_8);
            if (encoded.length > bytes.remaining()) {
                flush();
            }
            if (encoded.length > bytes.remaining()) {
                write(ByteBuffer.wrap(encoded));
            } else {
                bytes.put(encoded);
            }
        }

        synchronized void close() {
            flush();
        }

        private void flush() {
            write(bytes.flip());
            bytes.clear();
        }
    }
}
