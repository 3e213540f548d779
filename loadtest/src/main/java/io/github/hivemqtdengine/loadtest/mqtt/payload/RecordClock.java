// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

/** Clock of unique timestamps for a publisher, as close to the send time as possible. */
final class RecordClock {

    private long last;

    /** Returns the timestamp of the next record in epoch microseconds. */
    long next(long sentMicros) {
        last = Math.max(last + 1, sentMicros);
        return last;
    }
}
