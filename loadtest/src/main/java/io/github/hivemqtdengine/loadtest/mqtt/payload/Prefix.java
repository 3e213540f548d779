package io.github.hivemqtdengine.loadtest.mqtt.payload;

import java.nio.ByteBuffer;

/** The first bytes of a payload, where stamps are. */
final class Prefix {

    /** A stamp is found within so many bytes or not at all. */
    static final int BYTES = 1_024;

    private Prefix() {}

    static byte[] of(ByteBuffer payload) {
        var bytes = new byte[Math.min(BYTES, payload.remaining())];
        payload.get(payload.position(), bytes);
        return bytes;
    }
}
