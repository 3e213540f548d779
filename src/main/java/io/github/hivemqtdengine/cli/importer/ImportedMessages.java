// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.cli.importer;

import io.github.hivemqtdengine.memory.RecentMap;
import io.github.hivemqtdengine.message.InboundMessage;
import io.github.hivemqtdengine.message.Mqtt5Properties;
import io.github.hivemqtdengine.message.TopicName;
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

    /** Topics whose last times are remembered, and bytes of them. */
    private static final int MAX_TOPICS = 100_000;

    private static final long MAX_TOPIC_BYTES = 64L << 20;
    private static final Pattern NAME = Pattern.compile("\\{([^{}]+)}");

    private final ImportFile file;
    private final Shape shape;
    private final ImportTime times;
    private final long nowMicros;
    private final RecentMap<String, Arrival> arrivals =
            new RecentMap<>(MAX_TOPICS, MAX_TOPIC_BYTES, (topic, arrival) -> RecentMap.bytesOf(topic));
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
     * Times of the last messages of a topic, which are all used.
     *
     * @param given the first one, as the file has it, epoch microseconds
     * @param distinct the last one, epoch microseconds
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
     * Returns a time for a message: a microsecond after the previous message of its topic if that has the same time, since
     * two messages of the broker never arrive at one time, and the second one would replace the row of the first.
     */
    private long distinct(String topic, long micros) {
        var last = arrivals.get(topic);
        var next = last != null && last.given <= micros && micros <= last.distinct
                ? new Arrival(last.given, last.distinct + 1)
                : new Arrival(micros, micros);
        arrivals.put(topic, next);
        return next.distinct;
    }

    private byte[] payload(ImportRecord read) {
        return shape.payload == null ? read.payload() : read.payload(shape.payload);
    }

    private String topic(ImportRecord read) {
        var topic = NAME.matcher(shape.topic).replaceAll(name -> Matcher.quoteReplacement(read.text(name.group(1))));
        try {
            return TopicName.check(topic);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("\"" + topic + "\" " + e.getMessage(), e);
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
