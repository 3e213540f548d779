// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.trace;

import io.github.hivemqtdengine.decode.json.JsonTree;
import io.github.hivemqtdengine.spool.disk.PrivateFiles;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** File of a trace, with a JSON object per line. Not thread-safe. */
final class TraceFile implements Closeable {

    /** Largest size without the last line. */
    static final long MAX_BYTES = 16L << 20;

    private final OutputStream out;
    private long bytes;
    private long lines;
    private boolean isFull;

    /** Opens the file, and deletes those of other traces. A trace from before a restart is continued. */
    TraceFile(Path file) throws IOException {
        try (var others = Files.newDirectoryStream(file.getParent(), "*" + TraceRequest.LINES)) {
            for (var other : others) {
                if (!other.equals(file)) {
                    Files.deleteIfExists(other);
                }
            }
        }
        var channel = PrivateFiles.open(
                file, StandardOpenOption.CREATE, StandardOpenOption.APPEND, LinkOption.NOFOLLOW_LINKS);
        this.bytes = channel.size();
        this.out = new BufferedOutputStream(Channels.newOutputStream(channel));
        if (bytes > 0) {
            out.write('\n'); // a process that was killed may have left half a line
        }
    }

    /** Writes a line unless the file is full. */
    void write(Map<String, @Nullable Object> line) throws IOException {
        var utf8 = JsonTree.utf8(line);
        isFull |= bytes + utf8.length >= MAX_BYTES;
        if (!isFull) {
            append(utf8);
            lines++;
        }
    }

    /** Writes the last line, for which there is always room. */
    void writeLast(Map<String, @Nullable Object> line) throws IOException {
        append(JsonTree.utf8(line));
    }

    private void append(byte[] utf8) throws IOException {
        out.write(utf8);
        out.write('\n');
        bytes += utf8.length + 1;
    }

    void flush() throws IOException {
        out.flush();
    }

    boolean isFull() {
        return isFull;
    }

    /** Returns how many lines this process has written. */
    long lines() {
        return lines;
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
