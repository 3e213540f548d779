// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import java.nio.ByteBuffer;

/** Prefix of a payload that contains the stamp. */
final class Prefix {

    /** Longest prefix that is searched for a stamp. */
    static final int BYTES = 1_024;

    private Prefix() {}

    static byte[] of(ByteBuffer payload) {
        var bytes = new byte[Math.min(BYTES, payload.remaining())];
        payload.get(payload.position(), bytes);
        return bytes;
    }
}
