package io.github.hivemqtdengine.loadtest.mqtt;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** What publishers send. May be asked by many threads. */
@FunctionalInterface
public interface Payloads {

    /**
     * The next payload.
     *
     * @param message the message's number within its publisher, from 0
     * @param sentMicros the time of sending, epoch microseconds
     */
    byte[] payload(int message, long sentMicros);

    /**
     * mqttloader's payload: the time of sending in eight bytes, big-endian, then zeros.
     *
     * @param bytes its length, at least 8
     */
    static Payloads timedZeros(int bytes) {
        return (message, sentMicros) ->
                ByteBuffer.allocate(bytes).putLong(sentMicros).array();
    }

    /** Small JSON objects with five fields, about 75 bytes each; made in advance, since the loader must cost little. */
    static Payloads meterJson() {
        var documents = IntStream.range(0, 1_000).mapToObj(Payloads::meter).toArray(byte[][]::new);
        return (message, sentMicros) -> documents[message % documents.length];
    }

    /**
     * Arrays of small records, about 65 bytes each, with times that are never the same: a microsecond apart, from the time
     * of sending on.
     */
    static Payloads readings(int records) {
        var document = new StringBuilder("[");
        var timesAt = new int[records];
        for (int i = 0; i < records; i++) {
            timesAt[i] = document.length() + (i == 0 ? "{\"t\":" : ",{\"t\":").length();
            document.append(i == 0 ? "" : ",").append(reading(i));
        }
        var template = document.append(']').toString().getBytes(StandardCharsets.UTF_8);
        var clock = new AtomicLong();
        return (message, sentMicros) -> {
            var payload = template.clone();
            long first = clock.updateAndGet(last -> Math.max(last + records, sentMicros));
            for (int i = 0; i < records; i++) {
                writeDigits(payload, timesAt[i], first + i);
            }
            return payload;
        };
    }

    private static String reading(int i) {
        return String.format(
                Locale.ROOT,
                "{\"t\":1000000000000000,\"voltage\":%.1f,\"current\":%.2f,\"phase\":%d}",
                220 + i % 200 / 10.0,
                i % 320 / 100.0,
                i % 360);
    }

    /** Overwrites sixteen digits. */
    private static void writeDigits(byte[] text, int at, long number) {
        long rest = number;
        for (int i = at + 15; i >= at; i--) {
            text[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
    }

    private static byte[] meter(int i) {
        return String.format(
                        Locale.ROOT,
                        "{\"voltage\":%.1f,\"current\":%.2f,\"phase\":%d,\"state\":\"%s\",\"count\":%d}",
                        220 + i % 200 / 10.0,
                        i % 320 / 100.0,
                        i % 360,
                        i % 50 == 0 ? "alarm" : "run",
                        100_000 + i)
                .getBytes(StandardCharsets.UTF_8);
    }
}
