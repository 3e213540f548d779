// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.importer;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.time.ZoneId;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Messages of an imported file. Not thread-safe. */
public final class ImportedMessages implements Closeable {

    private static final int MAX_TOPIC_BYTES = 65_535;
    private static final Pattern NAME = Pattern.compile("\\{([^{}]+)}");

    private final ImportFile file;
    private final Shape shape;
    private final ImportTime times;
    private final long nowMicros;
    private long count;

    /**
     * Opens a file.
     *
     * @param maxMessageBytes the largest payload
     * @param nowMicros when messages without a time arrive, epoch microseconds
     */
    public ImportedMessages(Path file, Shape shape, long maxMessageBytes, long nowMicros) throws IOException {
        this.file = new ImportFile(file, shape.charset, shape.separator, maxMessageBytes);
        this.shape = shape;
        this.times = new ImportTime(shape.zone, nowMicros);
        this.nowMicros = nowMicros;
    }

    /**
     * What makes messages of records.
     *
     * @param topic the topic, with names of fields in braces
     * @param time the field with the time of arrival, or {@code null}
     * @param zone the zone of times without an offset, or {@code null}
     * @param payload the field with the payload; {@code null} if it is the whole record
     * @param client the client id
     * @param separator the character between values of CSV
     */
    public record Shape(
            String topic,
            @Nullable String time,
            @Nullable ZoneId zone,
            @Nullable String payload,
            String client,
            Charset charset,
            char separator) {}

    /** Returns the line that is being read, from 1. */
    public long line() {
        return file.line();
    }

    /** Returns whether the rest of the file can't be read. */
    public boolean isBroken() {
        return file.isBroken();
    }

    /**
     * Returns the next message; {@code null} at the end.
     *
     * @throws IllegalArgumentException if the record is not a message
     * @throws IOException if the file can't be read
     */
    public @Nullable InboundMessage next() throws IOException {
        var read = file.next();
        if (read == null) {
            return null;
        }
        count++;
        long arrival = shape.time == null ? nowMicros + count : times.micros(read.text(shape.time));
        return new InboundMessage(
                topic(read), payload(read), shape.client, null, 1, false, false, Mqtt5Properties.NONE, arrival);
    }

    private byte[] payload(ImportRecord read) {
        return shape.payload == null ? read.payload() : read.text(shape.payload).getBytes(UTF_8);
    }

    private String topic(ImportRecord read) {
        var topic = NAME.matcher(shape.topic).replaceAll(name -> Matcher.quoteReplacement(read.text(name.group(1))));
        if (topic.isEmpty()
                || topic.indexOf('+') >= 0
                || topic.indexOf('#') >= 0
                || topic.indexOf('\0') >= 0
                || !UTF_8.newEncoder().canEncode(topic)) {
            throw new IllegalArgumentException("\"" + topic + "\" is not a topic");
        }
        if (topic.getBytes(UTF_8).length > MAX_TOPIC_BYTES) {
            throw new IllegalArgumentException("its topic is longer than " + MAX_TOPIC_BYTES + " bytes");
        }
        return topic;
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
