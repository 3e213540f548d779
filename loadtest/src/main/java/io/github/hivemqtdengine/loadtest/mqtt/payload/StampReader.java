// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import java.nio.ByteBuffer;

/** Reader of the stamp in a payload. Not thread-safe. */
@FunctionalInterface
public interface StampReader {

    /** Fills the stamp from the payload; clears it for any other payload. */
    void read(ByteBuffer payload, Stamp stamp);
}
