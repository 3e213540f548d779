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
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Messages of an imported file. Not thread-safe. */
public final class ImportedMessages implements Closeable {

    private static final int MAX_TOPIC_BYTES = 65_535;
    private static final int MAX_TOPICS = 100_000;
    private static final Pattern NAME = Pattern.compile("\\{([^{}]+)}");

    private final ImportFile file;
    private final Shape shape;
    private final ImportTime times;
    private final long nowMicros;
    /** Last times of the topics that were imported last. */
    private final Map<String, Arrival> lasts = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<String, Arrival> eldest) {
            return size() > MAX_TOPICS;
        }
    };

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
     * Time of a message.
     *
     * @param given epoch microseconds in the file
     * @param distinct epoch microseconds of the message
     */
    private record Arrival(long given, long distinct) {}

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

    /** Returns whether a topic has no braces but those around names, and is not empty. */
    public static boolean isTopic(String topic) {
        var rest = NAME.matcher(topic).replaceAll("");
        return !topic.isEmpty() && rest.indexOf('{') < 0 && rest.indexOf('}') < 0;
    }

    /** Returns the line that was read last, from 1. */
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
        var topic = topic(read);
        long arrival = shape.time == null ? nowMicros + count : distinct(topic, times.micros(read.text(shape.time)));
        return new InboundMessage(
                topic, payload(read), shape.client, null, 1, false, false, Mqtt5Properties.NONE, arrival);
    }

    /**
     * Returns a time for a message: a microsecond after the one before if that has the same topic and time, since two
     * messages of the broker never arrive at one time, and the second one would replace the row of the first.
     */
    private long distinct(String topic, long micros) {
        var last = lasts.get(topic);
        var now = last != null && last.given == micros
                ? new Arrival(micros, last.distinct + 1)
                : new Arrival(micros, micros);
        lasts.put(topic, now);
        return now.distinct;
    }

    private byte[] payload(ImportRecord read) {
        return shape.payload == null ? read.payload() : read.payload(shape.payload);
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
