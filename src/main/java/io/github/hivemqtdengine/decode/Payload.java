package io.github.hivemqtdengine.decode;

import org.jspecify.annotations.Nullable;

/**
 * A payload, and what its publisher says about it.
 *
 * @param bytes nobody changes them
 * @param contentType the MQTT 5 content type, or {@code null}
 * @param contentEncoding the value of the user property {@code content-encoding}, or {@code null}
 */
@SuppressWarnings("ArrayRecordComponent") // nobody compares them
public record Payload(
        byte[] bytes,
        @Nullable String contentType,
        @Nullable String contentEncoding) {

    /** A payload of which nothing is said. */
    public static Payload of(byte[] bytes) {
        return new Payload(bytes, null, null);
    }
}
