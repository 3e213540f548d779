// SPDX-License-Identifier: Apache-2.0
package io.github.hivemqtdengine.config;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Settings of the capture of publishes and of their acknowledgements.
 *
 * @param capture when a publish is accepted
 * @param maxMessageBytes the largest message that is accepted
 * @param reattach the handling of clients that were connected before the extension started
 * @param ackTimeLimit how long an acknowledgement is held at most
 * @param onTimeLimit the handling of an acknowledgement after that time
 * @param brokerNode the name of the broker's node in messages, or {@code null} for the name of the machine
 */
public record CaptureSettings(
        Capture capture,
        long maxMessageBytes,
        Reattach reattach,
        Duration ackTimeLimit,
        OnTimeLimit onTimeLimit,
        @Nullable String brokerNode) {

    /** Larger than almost every message, and small enough for a few at once in a broker with 512 MiB of heap. */
    private static final long DEFAULT_MESSAGE_BYTES = 4L << 20;

    public static final CaptureSettings DEFAULT = new CaptureSettings(
            Capture.ON_PUBLISH,
            DEFAULT_MESSAGE_BYTES,
            Reattach.NONE,
            Duration.ofSeconds(30),
            OnTimeLimit.WITHHOLD,
            null);

    /** Time at which a publish is accepted. */
    public enum Capture {
        /** On arrival, if the client's default permissions allow it. */
        ON_PUBLISH,
        /** On the broker's acknowledgement, independent of the permissions. */
        ON_ACK
    }

    /** Handling of clients that were connected before the extension started; their publishes are not captured. */
    public enum Reattach {
        NONE,
        /** The clients are disconnected, so that they reconnect. */
        DISCONNECT
    }

    /** Handling of an acknowledgement that has been held for the time limit. */
    public enum OnTimeLimit {
        SEND,
        /** The client is disconnected without it, and publishes again. */
        WITHHOLD
    }
}
