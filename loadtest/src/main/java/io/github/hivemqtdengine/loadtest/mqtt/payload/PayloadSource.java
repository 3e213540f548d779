// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

/** Payloads of one publisher. Not thread-safe. Must be fast, because the loader shares the broker's machine. */
@FunctionalInterface
public interface PayloadSource {

    /**
     * Returns the next payload, which the caller may keep.
     *
     * @param message number within the publisher, from 0
     * @param sentMicros (intended) send time in epoch microseconds
     */
    byte[] payload(int message, long sentMicros);
}
