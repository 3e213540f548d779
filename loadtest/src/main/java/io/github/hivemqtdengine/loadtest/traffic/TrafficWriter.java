// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.traffic;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;

/**
 * Writer of a recording: lines of JSON, compressed by zstd. The first line is a {@link Head}, each further one a
 * {@link TrafficMessage}, and the last one an {@link End}. Not thread-safe.
 */
public final class TrafficWriter implements Closeable {

    private static final int MOST_TOPICS = 100_000;

    private final ObjectMapper json = new ObjectMapper();
    private final OutputStream out;
    private final Set<String> topics = new HashSet<>();
    private final long mostBytes;
    private long messages;
    private long bytes;

    private TrafficWriter(OutputStream out, long mostBytes) {
        this.out = out;
        this.mostBytes = mostBytes;
    }

    /**
     * First line.
     *
     * @param format {@link #FORMAT}
     * @param version version of the format
     * @param started start of the recording, ISO 8601
     * @param filter topic filter of the recording
     */
    public record Head(String format, int version, String started, String filter) {

        static final String FORMAT = "loadtest-traffic";
        static final int VERSION = 1;
    }

    /**
     * Last line: without it, the recording is cut off.
     *
     * @param end why the recording ended: time, size, interrupted, or lost connection
     * @param messages number of messages
     * @param micros length of the recording in microseconds
     */
    public record End(String end, long messages, long micros) {}

    /**
     * Creates a file.
     *
     * @param mostBytes most bytes of messages, before compression
     * @throws IOException also if the file exists
     */
    public static TrafficWriter create(Path file, String filter, long mostBytes) throws IOException {
        var out = Files.newOutputStream(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        var writer = new TrafficWriter(new BufferedOutputStream(new ZstdOutputStream(out)), mostBytes);
        writer.line(new Head(Head.FORMAT, Head.VERSION, Instant.now().toString(), filter));
        return writer;
    }

    private void line(Object value) throws IOException {
        out.write(json.writeValueAsBytes(value));
        out.write('\n');
    }

    /** Adds a message; returns false, and adds nothing, if there is no room for it. */
    public boolean add(TrafficMessage message) throws IOException {
        if (bytes + message.size() > mostBytes) {
            return false;
        }
        line(message);
        messages++;
        bytes += message.size();
        if (topics.size() < MOST_TOPICS) {
            topics.add(message.topic());
        }
        return true;
    }

    /** Writes the last line. */
    public void end(String why, long micros) throws IOException {
        line(new End(why, messages, micros));
    }

    public long messages() {
        return messages;
    }

    /** Returns the number of topics, at most 100,000. */
    public int topics() {
        return topics.size();
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
