package io.github.hivemqtdengine.decode;

import org.jspecify.annotations.Nullable;

/**
 * Payload with the publisher's description of it.
 *
 * @param bytes content, never modified
 * @param contentType MQTT 5 content type, or {@code null}
 * @param contentEncoding value of the user property {@code content-encoding}, or {@code null}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record Payload(
        byte[] bytes,
        @Nullable String contentType,
        @Nullable String contentEncoding) {

    /** Returns a payload without a description. */
    public static Payload of(byte[] bytes) {
        return new Payload(bytes, null, null);
    }
}
