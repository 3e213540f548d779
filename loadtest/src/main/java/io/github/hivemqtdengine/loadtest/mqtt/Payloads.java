package io.github.hivemqtdengine.loadtest.mqtt;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
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
