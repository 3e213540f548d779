package io.github.hivemqtdengine.config;

import java.time.Duration;

/**
 * Which publishes are stored, and what their acknowledgements wait for at most.
 *
 * @param capture when a publish is taken in
 * @param maxMessageBytes the largest message that is taken in
 * @param reattach what happens to clients that are connected before the extension has started
 * @param ackTimeLimit how long an acknowledgement is held
 * @param onTimeLimit what happens to it then
 */
public record CaptureSettings(
        Capture capture, long maxMessageBytes, Reattach reattach, Duration ackTimeLimit, OnTimeLimit onTimeLimit) {

    /** More than almost every client sends, and so little that a few at once do no harm to a broker of 512 MiB. */
    private static final long DEFAULT_MESSAGE_BYTES = 4L << 20;

    public static final CaptureSettings DEFAULT = new CaptureSettings(
            Capture.ON_PUBLISH, DEFAULT_MESSAGE_BYTES, Reattach.NONE, Duration.ofSeconds(30), OnTimeLimit.WITHHOLD);

    /** When a publish is taken in. */
    public enum Capture {
        /** When it comes, if the client's default permissions allow it. */
        ON_PUBLISH,
        /** When the broker acknowledges it, whoever has allowed it. */
        ON_ACK
    }

    /** What happens to clients that are connected before the extension has started, which it can't listen to. */
    public enum Reattach {
        NONE,
        /** They are disconnected, so that they come back. */
        DISCONNECT
    }

    /** What happens to an acknowledgement that has waited for too long. */
    public enum OnTimeLimit {
        SEND,
        /** The client is disconnected without it, and publishes again. */
        WITHHOLD
    }
}
