// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.loadtest.mqtt.payload;

import java.nio.ByteBuffer;

/** mqttloader's payload: the send time, big-endian. From 20 bytes on, publisher and message number follow. */
final class MqttLoaderFormat implements PayloadFormat {

    private static final int PUBLISHER_AT = 8;
    private static final int MESSAGE_AT = 12;
    private static final int NUMBERED_BYTES = 20;

    private final int bytes;

    MqttLoaderFormat(int bytes) {
        if (bytes < Long.BYTES) {
            throw new IllegalArgumentException(
                    "A payload of " + bytes + " bytes has no room for the time of sending: 8");
        }
        this.bytes = bytes;
    }

    @Override
    public PayloadSource source(int publisher) {
        return (message, sentMicros) -> {
            var payload = ByteBuffer.allocate(bytes).putLong(0, sentMicros);
            if (isNumbered()) {
                payload.putInt(PUBLISHER_AT, publisher).putLong(MESSAGE_AT, message);
            }
            return payload.array();
        };
    }

    @Override
    public StampReader stamps() {
        return MqttLoaderFormat::read;
    }

    private static void read(ByteBuffer payload, Stamp stamp) {
        stamp.clear();
        int at = payload.position();
        if (payload.remaining() >= Long.BYTES) {
            stamp.sentMicros(payload.getLong(at));
        }
        if (payload.remaining() >= NUMBERED_BYTES) {
            stamp.publisher(payload.getInt(at + PUBLISHER_AT));
            stamp.message(payload.getLong(at + MESSAGE_AT));
        }
    }

    @Override
    public boolean isNumbered() {
        return bytes >= NUMBERED_BYTES;
    }
}
